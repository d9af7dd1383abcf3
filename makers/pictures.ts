import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { viewIds } from '#content/views.ts'
import { loadFonts } from './packs/look.ts'
import type { PackFacts } from './packs/types.ts'
import { drawSharePicture } from './share-pictures/timetables.ts'

/** Draws an SVG at its own size or with the given width. */
type DrawSvg = (svg: string, width?: number) => Buffer

/**
 * Draws the share pictures and the icons for home screens. Uses only our fonts, so that every machine draws the same
 * pictures. @returns the paths of the share pictures, and the icons in web manifest format
 */
export async function writePictures(siteDir: string, facts: PackFacts) {
  // The renderer reads fonts only from files.
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  const fonts = Object.entries(await loadFonts())
  const fontFiles = fonts.map(([face]) => join(folder, `${face}.ttf`))
  await Promise.all(fonts.map(([, bytes], index) => writeFile(fontFiles[index] ?? '', bytes)))
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Archivo SemiBold' }
  const draw: DrawSvg = (svg, width) =>
    new Resvg(svg, { font, ...(width && { fitTo: { mode: 'width', value: width } }) }).render().asPng()
  try {
    const share: Record<string, string> = {}
    for (const view of viewIds)
      share[view] = await writePicture(siteDir, `share-${view}`, draw(drawSharePicture(view, facts)))
    return { share, icons: await writeIcons(siteDir, draw) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Some systems mask an icon or put it on black, so this icon has no rounded corners, and the drawing stays in the safe
 * area. @see https://www.w3.org/TR/appmanifest/
 */
async function writeIcons(siteDir: string, draw: DrawSvg) {
  const rounded = await readFile('public/favicon.svg', 'utf8')
  const square = rounded.replace(/ rx="\d+"/, '')
  const icon = async (name: string, svg: string, width: number, purpose: 'any' | 'maskable') => {
    const src = await writePicture(siteDir, name, draw(svg, width))
    return { src, sizes: `${width}x${width}`, type: 'image/png', purpose }
  }
  // iOS requests a file with this name even if no page mentions it.
  await writeFile(join(siteDir, 'apple-touch-icon.png'), draw(square, 180))
  return [
    await icon('icon-192', rounded, 192, 'any'),
    await icon('icon-512', rounded, 512, 'any'),
    await icon('icon-maskable', square, 512, 'maskable'),
  ]
}

/**
 * Writes a picture and returns its path. The name of the picture contains a content hash, so that browsers can
 * cache it forever.
 */
async function writePicture(siteDir: string, name: string, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 6)
  const file = `/assets/${name}-${hash}.png`
  await writeFile(join(siteDir, file), bytes)
  return file
}
