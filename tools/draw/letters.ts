/**
 * Takes screenshots of every letter as a mail program shows it, narrow and wide, light and dark: the sheets of
 * docs/letters.md. Run by hand: `npx tsx tools/draw/letters.ts`.
 */

import { type Browser, chromium } from '@playwright/test'
import { accountSheet } from '#letters/account-samples.ts'
import { sampleSheet } from '#letters/sample-sheet.ts'
import { writeLetter } from '#letters/write-letter.ts'
import { findChromium } from '#tools/prepare/find-program.ts'

type Letter = readonly [name: string, html: string]

const now = Date.UTC(2026, 10, 20, 14, 5)
const widths = { narrow: 390, wide: 700 } as const
const schemes = { day: 'light', night: 'dark' } as const

async function letters(): Promise<Letter[]> {
  const written = sampleSheet(now).map(async ([name, one]) => [name, (await writeLetter(one)).html] as const)
  const account = accountSheet(now).map(([name, { html }]) => [name, html] as const)
  return [...(await Promise.all(written)), ...account]
}

/** The picture of one letter under its name. */
async function figureOf(
  browser: Browser,
  [name, html]: Letter,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<string> {
  const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme })
  await page.setContent(html)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overflow > 0) throw new Error(`a letter is ${overflow} pixels too wide for ${width}`)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${picture.toString('base64')}"></figure>`
}

/** Writes pictures beside one another under their names, at seven tenths of their size. */
async function writeSheet(browser: Browser, figures: string[], width: number, path: string): Promise<void> {
  const perRow = Math.min(figures.length, Math.floor(1600 / (width + 24)) + 1)
  const viewport = { width: perRow * (width + 24) + 24, height: 400 }
  const page = await browser.newPage({ viewport, deviceScaleFactor: 0.7 })
  await page.setContent(
    `<style>body{margin:24px;display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start;background:#888}
    figure{margin:0}img{display:block}figcaption{font:700 20px sans-serif;color:#fff;padding-bottom:6px}</style>
    ${figures.join('')}`,
  )
  await page.screenshot({ fullPage: true, path })
  await page.close()
}

const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
const all = await letters()
for (const [size, width] of Object.entries(widths)) {
  for (const [time, scheme] of Object.entries(schemes)) {
    for (const reader of ['visitor', 'team']) {
      const figures: string[] = []
      for (const letter of all)
        if (letter[0].startsWith('team-') === (reader === 'team'))
          figures.push(await figureOf(browser, letter, width, scheme))
      await writeSheet(browser, figures, width, `docs/letters/${reader}-${size}-${time}.png`)
    }
  }
}
await browser.close()
