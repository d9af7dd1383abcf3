import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brand } from '#content/brand.ts'
import { navigation } from '#content/navigation.ts'
import { themeColour } from '#tools/build/document.ts'
import { type Raster, writePicture } from './raster.ts'

/** iOS asks for it under this name also where no page names it. */
const touchIcon = 'apple-touch-icon.png'

/**
 * Draws the icons of home screens from the favicon, and writes the manifest that names them. What masks an icon, or puts
 * black behind it, gets it without its rounded corners; the drawing keeps within the middle 80 percent that are never cut.
 * @see https://www.w3.org/TR/appmanifest/
 * @returns the address of the largest icon
 */
export async function writeIcons(siteDir: string, raster: Raster): Promise<string> {
  const rounded = await readFile('public/favicon.svg', 'utf8')
  const square = rounded.replace(/ rx="\d+"/, '')
  const icon = async (name: string, svg: string, width: number, purpose: 'any' | 'maskable') => {
    const src = await writePicture(siteDir, name, raster.png(svg, width))
    return { src, sizes: `${width}x${width}`, type: 'image/png', purpose }
  }
  await writeFile(join(siteDir, touchIcon), raster.png(square, 180))
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
