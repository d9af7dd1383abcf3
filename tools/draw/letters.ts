/**
 * Takes screenshots of every letter as a mail program shows it, narrow and wide, light and dark. `npx tsx
 * tools/draw/letters.ts` writes the sheets of docs/letters.md; with a folder as argument, it writes each letter as
 * a picture of its own into that folder.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { accountSheet } from '#letters/account-samples.ts'
import { sampleSheet } from '#letters/sample-sheet.ts'
import { writeLetter } from '#letters/write-letter.ts'
import { findChromium } from '#tools/prepare/find-program.ts'

type Named<Thing> = readonly [name: string, thing: Thing]

const now = Date.UTC(2026, 10, 20, 14, 5)
const widths = { narrow: 390, wide: 700 } as const
const schemes = { day: 'light', night: 'dark' } as const

async function pages(): Promise<Named<string>[]> {
  const letters = sampleSheet(now).map(async ([name, one]) => [name, (await writeLetter(one)).html] as const)
  const account = accountSheet(now).map(([name, { html }]) => [name, html] as const)
  return [...(await Promise.all(letters)), ...account]
}

async function photograph(
  browser: Browser,
  html: string,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height: 400 }, colorScheme })
  await page.setContent(html)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overflow > 0) throw new Error(`a letter is ${overflow} pixels too wide for ${width}`)
  const picture = await page.screenshot({ fullPage: true })
  await page.close()
  return picture
}

/** Pictures beside one another under their names, at seven tenths of their size. */
async function sheet(browser: Browser, pictures: Named<Buffer>[], width: number): Promise<Buffer> {
  const perRow = Math.min(pictures.length, Math.floor(1600 / (width + 24)) + 1)
  const page = await browser.newPage({
    viewport: { width: perRow * (width + 24) + 24, height: 400 },
    deviceScaleFactor: 0.7,
  })
  const figures = pictures.map(
    ([name, bytes]) =>
      `<figure><figcaption>${name}</figcaption><img src="data:image/png;base64,${bytes.toString('base64')}"></figure>`,
  )
  await page.setContent(
    `<style>body{margin:24px;display:flex;flex-wrap:wrap;gap:24px;align-items:flex-start;background:#888}
    figure{margin:0}img{display:block}figcaption{font:700 20px sans-serif;color:#fff;padding-bottom:6px}</style>
    ${figures.join('')}`,
  )
  const bytes = await page.screenshot({ fullPage: true })
  await page.close()
  return bytes
}

const [folder] = process.argv.slice(2)
const target = folder ?? 'docs/letters'
await mkdir(target, { recursive: true })
const executablePath = findChromium()
const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox'] })
try {
  const all = await pages()
  for (const [size, width] of Object.entries(widths)) {
    for (const [time, scheme] of Object.entries(schemes)) {
      const pictures: Named<Buffer>[] = []
      for (const [name, html] of all) pictures.push([name, await photograph(browser, html, width, scheme)])
      if (folder) {
        for (const [name, bytes] of pictures)
          await writeFile(join(target, `${name}-${size}-${time}.png`), bytes)
        continue
      }
      const isOurs = ([name]: Named<Buffer>) => name.startsWith('team-')
      for (const [reader, chosen] of [
        ['visitor', pictures.filter((one) => !isOurs(one))],
        ['team', pictures.filter(isOurs)],
      ] as const) {
        await writeFile(join(target, `${reader}-${size}-${time}.png`), await sheet(browser, chosen, width))
      }
    }
  }
} finally {
  await browser.close()
}
