import { createHash } from 'node:crypto'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { bareMarkup } from './bare-markup.ts'

const folder = 'dist/bare-page'

/**
 * The floor to measure against: the words of the home view on a page written by hand, without script and with none of
 * our build's output, whose dialog opens by its invoker command alone. A second of our servers sends it as it sends
 * everything.
 * @returns the entry of that server
 */
export async function makeBarePage(): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  for (const part of ['server', 'site', 'packs'])
    await cp(`dist/${part}`, `${folder}/${part}`, { recursive: true })
  const style = await readFile('bench/bare.css', 'utf8')
  const html = bareMarkup(style)
  const page = `${folder}/site/home.html`
  await writeFile(page, html)
  await writeFile(`${page}.br`, brotliCompressSync(html))
  await writeFile(`${page}.gz`, gzipSync(html, { level: 9 }))
  await allowStyle(createHash('sha256').update(style).digest('base64'))
  return `${folder}/server/main.js`
}

/** The server says in each answer which styles may stand in the page. */
async function allowStyle(hash: string): Promise<void> {
  const path = `${folder}/site/pages.json`
  const manifest = JSON.parse(await readFile(path, 'utf8')) as { pages: { home: { csp: unknown } } }
  manifest.pages.home.csp = { style: [`'sha256-${hash}'`], script: [] }
  await writeFile(path, JSON.stringify(manifest))
}
