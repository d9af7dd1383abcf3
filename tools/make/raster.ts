import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import { loadFonts } from '#packs/fonts.ts'

/** Turns SVG into PNG. The letters come from our own font, never from the machine, so that it looks alike everywhere. */
export interface Raster {
  /** Drawn at the SVG's own size, or so many pixels wide. */
  png: (svg: string, width?: number) => Buffer
  /** Removes what it needed. */
  close: () => Promise<void>
}

export async function openRaster(): Promise<Raster> {
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
  return {
    png: (svg, width) =>
      new Resvg(svg, { font, ...(width && { fitTo: { mode: 'width', value: width } }) }).render().asPng(),
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Writes a picture under a name that holds a hash of its content, so that it never changes; gives its address. */
export async function writePicture(siteDir: string, name: string, bytes: Buffer): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 6)
  const file = `/assets/${name}-${hash}.png`
  await writeFile(join(siteDir, file), bytes)
  return file
}
