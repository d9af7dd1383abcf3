import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Manifest } from 'vite'
import { documents } from '#content/documents.ts'
import { viewIds } from '#content/views.ts'
import madePictures from '#made/pictures.json'
import type { PageParts, SiteParts } from '#shared/contract/site-renderer.ts'
import { viewAddress } from '#site/app/document.ts'
import type * as Prerenderer from '#site/app/prerender.tsx'
import { chunkWithImports, readChunks, stylesOf } from './chunks.ts'
import { deskHtml } from './desk-page.ts'

const cspHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Turns the built browser files in `siteDir` into static pages, and compresses them. */
export async function writeSite(siteDir: string, rendererFile: string): Promise<void> {
  const renderer = (await import(pathToFileURL(resolve(rendererFile)).href)) as typeof Prerenderer
  const chunks = await readChunks(siteDir)
  const parts: Record<string, PageParts> = {}
  const pictures = new Set<string>()
  const styles: string[][] = []
  for (const view of viewIds) {
    const screen = chunks.screen(view)
    const body = await renderer.renderView(view)
    for (const picture of picturesOf(body)) pictures.add(picture)
    styles.push(screen.styleFiles)
    parts[view] = {
      style: screen.style(body),
      styleFiles: screen.styleFiles,
      boot: chunks.boot([...screen.scripts, await writeLateStyle(siteDir, screen.lateStyle)]),
    }
  }
  for (const { name, body } of renderer.plainPages())
    parts[name] = { style: chunks.plainStyle(name === 'plain' ? null : body) }

  const siteParts: SiteParts = { release: chunks.release, pages: parts, pictures: madePictures }
  // The server renders the pages again with these parts once an owner publishes edits.
  await writeFile(join(dirname(rendererFile), 'parts.json'), JSON.stringify(siteParts))
  const rendered = await renderer.renderSite(siteParts)
  /** Each page's file, and the hashes for its content security policy. */
  const pages: Record<string, { file: string; csp: { style: string[]; script: string[] } }> = {}
  for (const [name, { html, style, script }] of Object.entries(rendered.pages)) {
    const file = `${name}.html`
    await writeCompressed(join(siteDir, file), html)
    pages[name] = { file, csp: { style: [cspHash(style)], script: script === null ? [] : [cspHash(script)] } }
  }
  await writeCompressed(
    join(siteDir, 'sitemap.xml'),
    sitemap([
      ...viewIds.map((view) => viewAddress(view)),
      ...Object.keys(documents).map((id) => `__PUBLIC_URL__/${id}`),
    ]),
  )
  await writeCompressed(
    join(siteDir, `assets/ahead-${chunks.release}.json`),
    // Browsers never request files that every page contains inline.
    JSON.stringify([
      ...chunks.ahead.filter((file) => !styles.every((each) => each.includes(file))).map((file) => `/${file}`),
      ...pictures,
    ]),
  )
  await writeFile(join(siteDir, 'pages.json'), JSON.stringify({ release: chunks.release, pages }, null, 2))
  await writeCompressed(join(siteDir, 'manifest.webmanifest'), rendered.manifest)
  await Promise.all(chunks.served.map((file) => compressFile(join(siteDir, file))))
  // Deletes Vite's manifest, because it names source files and is no longer needed.
  await rm(join(siteDir, '.vite'), { recursive: true })
}

/** Writes the desk's page and compresses its bundle. */
export async function writeDesk(siteDir: string): Promise<void> {
  const manifest = JSON.parse(await readFile(join(siteDir, '.vite/desk.json'), 'utf8')) as Manifest
  const imported = chunkWithImports(manifest, 'src/desk/app/main.tsx')
  const main = imported.pop()
  if (!main) throw new Error('missing desk entry')
  // The entry's style comes first, because it declares the layer order.
  const styles = stylesOf([main, ...imported])
  const preloads = imported.map(({ file }) => `<link rel="modulepreload" href="/${file}">`)
  await writeCompressed(join(siteDir, 'desk.html'), deskHtml(`/${main.file}`, styles, preloads))
  const files = Object.values(manifest).flatMap((chunk) => [chunk.file, ...(chunk.css ?? [])])
  const packable = [...new Set(files)].filter((file) => /\.(js|css|svg)$/.test(file))
  await Promise.all(packable.map((file) => compressFile(join(siteDir, file))))
  await rm(join(siteDir, '.vite'), { recursive: true })
}

/** Writes one style sheet and no font faces: more sheets or faces would cause another full layout. */
async function writeLateStyle(siteDir: string, style: string): Promise<string> {
  const text = removeFontFaces(style)
  const file = `assets/late-${createHash('sha256').update(text).digest('hex').slice(0, 6)}.css`
  await writeCompressed(join(siteDir, file), text)
  return file
}

/** @see https://www.sitemaps.org/protocol.html */
function sitemap(addresses: readonly string[]): string {
  const urls = addresses.map((address) => `<url><loc>${address}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
}

/** Returns the pack pictures in this HTML. If a width is relative to the viewport, includes the large version. */
const picturesOf = (html: string) =>
  [...html.matchAll(/ src="([^"]+)" srcSet="[^"]+, (\S+) \w+" sizes="([^"]+)"/g)].flatMap(
    ([, small = '', large = '', sizes = '']) => (sizes.includes('vw') ? [small, large] : [small]),
  )

const removeFontFaces = (style: string) => style.replaceAll(/@font-face\s*\{[^}]*\}/g, '')

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

async function writeCompressed(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  await writeFile(path, text)
  await compressFile(path)
}

/** Writes compressed versions next to a file. */
async function compressFile(path: string): Promise<void> {
  const bytes = await readFile(path)
  const best = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }
  await writeFile(`${path}.br`, await brotli(bytes, best))
  await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }))
}
