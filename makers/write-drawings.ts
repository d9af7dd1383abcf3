import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { brand } from '#content/brand.ts'
import { navigation } from '#content/navigation.ts'
import { viewIds } from '#content/views.ts'
import { loadFonts } from '#makers/packs/fonts.ts'
import type { PackFacts } from '#makers/packs/types.ts'
import { drawSharePicture } from '#makers/share-pictures/draw.tsx'
import { themeColour } from '#tools/build/document.ts'

/**
 * Draws the share pictures and the icons of home screens, and writes the manifest that names those. The letters come from
 * our own font, never from the machine, so that they look alike everywhere.
 * @returns the addresses of the share pictures, and of the largest icon
 */
export async function writeDrawings(
  siteDir: string,
  facts: PackFacts,
): Promise<{ share: Record<string, string>; logo: string }> {
  // The renderer takes fonts by their path alone.
  const folder = await mkdtemp(join(tmpdir(), 'backline-fonts-'))
  const fontFiles = await Promise.all(
    Object.entries(await loadFonts()).map(async ([face, bytes]) => {
      const file = join(folder, `${face}.ttf`)
      await writeFile(file, bytes)
      return file
    }),
  )
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: 'Archivo SemiBold' }
  /** Drawn at the SVG's own size, or so many pixels wide. */
  const png: Draw = (svg, width) =>
    new Resvg(svg, { font, ...(width && { fitTo: { mode: 'width', value: width } }) }).render().asPng()
  const share: Record<string, string> = {}
  for (const view of viewIds)
    share[view] = await writePicture(siteDir, `share-${view}`, png(drawSharePicture(view, facts)))
  const logo = await writeIcons(siteDir, png)
  await rm(folder, { recursive: true, force: true })
  return { share, logo }
}

type Draw = (svg: string, width?: number) => Buffer

/** Writes a picture under a name that holds a hash of its content, so that it never changes; gives its address. */
async function writePicture(siteDir: string, name: string, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 6)
  const file = `/assets/${name}-${hash}.png`
  await writeFile(join(siteDir, file), bytes)
  return file
}

/**
 * What masks an icon, or puts black behind it, gets it without its rounded corners; the drawing keeps within the middle
 * 80 percent that are never cut.
 * @see https://www.w3.org/TR/appmanifest/
 */
async function writeIcons(siteDir: string, png: Draw): Promise<string> {
  const rounded = await readFile('public/favicon.svg', 'utf8')
  const square = rounded.replace(/ rx="\d+"/, '')
  const icon = async (name: string, svg: string, width: number, purpose: 'any' | 'maskable') => {
    const src = await writePicture(siteDir, name, png(svg, width))
    return { src, sizes: `${width}x${width}`, type: 'image/png', purpose }
  }
  // iOS asks for it under this name also where no page names it.
  await writeFile(join(siteDir, 'apple-touch-icon.png'), png(square, 180))
  const largest = await icon('icon-512', rounded, 512, 'any')
  const manifest = {
    id: '/',
    name: brand.name,
    short_name: brand.name,
    description: navigation.footer.line,
    lang: 'en',
    start_url: '/',
    scope: '/',
    // There is no program that works offline, so the browser's own way back and reload stay in sight.
    display: 'minimal-ui',
    theme_color: themeColour.light,
    background_color: themeColour.light,
    icons: [
      await icon('icon-192', rounded, 192, 'any'),
      largest,
      await icon('icon-maskable', square, 512, 'maskable'),
    ],
  }
  await writeFile(join(siteDir, 'manifest.webmanifest'), JSON.stringify(manifest))
  return largest.src
}
