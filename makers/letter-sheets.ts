/**
 * Takes screenshots of every letter as a mail program shows it, narrow and wide, light and dark: the sheets of
 * docs/letters.md. Run by hand: `npx tsx makers/letter-sheets.ts`.
 */
import { chromium } from '@playwright/test'
import { accountSheet, sampleSheet } from '#letters/samples-testing.ts'
import { writeLetter } from '#letters/write-letter.ts'
import { escaped } from '#tools/build/document.ts'
import { findChromium } from '#tools/prepare/find-program.ts'

const now = Date.UTC(2026, 10, 20, 14, 5)
const letters: [name: string, html: string][] = []
for (const [name, one] of sampleSheet(now)) letters.push([name, (await writeLetter(one)).html])
for (const [name, { html }] of accountSheet(now)) letters.push([name, html])

const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })

/** Letters beside one another under their names, at seven tenths of their size. */
async function writeSheet(path: string, shown: typeof letters, width: number, colorScheme: 'light' | 'dark') {
  const perRow = Math.min(shown.length, Math.floor(1600 / (width + 24)) + 1)
  const viewport = { width: perRow * (width + 24) + 24, height: 400 }
  const page = await browser.newPage({ viewport, deviceScaleFactor: 0.7, colorScheme })
  const figures = shown.map(
    ([name, html]) =>
      `<figure><figcaption>${name}</figcaption><iframe width="${width}" srcdoc="${escaped(html)}"></iframe></figure>`,
  )
  await page.setContent(
    `<style>body{margin:24px;display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start;background:#888}figure{margin:0}
    iframe{display:block;border:0;color-scheme:${colorScheme}}figcaption{font:700 20px sans-serif;color:#fff;padding-bottom:6px}</style>
    ${figures.join('')}`,
  )
  const widest = await page.evaluate(() => {
    const roots = [...document.querySelectorAll('iframe')].map((frame) => {
      const root = frame.contentDocument?.documentElement
      frame.height = `${root?.scrollHeight}`
      return root?.scrollWidth ?? 0
    })
    return Math.max(...roots)
  })
  if (widest > width) throw new Error(`a letter is ${widest - width} pixels too wide for ${width}`)
  await page.screenshot({ fullPage: true, path })
  await page.close()
}

for (const [size, width] of [
  ['narrow', 390],
  ['wide', 700],
] as const)
  for (const [time, scheme] of [
    ['day', 'light'],
    ['night', 'dark'],
  ] as const)
    for (const reader of ['visitor', 'team']) {
      const shown = letters.filter(([name]) => name.startsWith('team-') === (reader === 'team'))
      await writeSheet(`docs/letters/${reader}-${size}-${time}.png`, shown, width, scheme)
    }
await browser.close()
