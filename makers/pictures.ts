import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawWithFonts } from '#pictures/draw.ts'
import { ownLook } from '#pictures/look.ts'
import { drawPictures, type Pictures } from '#pictures/pictures.ts'
import { loadPictureFonts } from './packs/look.ts'
import type { PackFacts } from './packs/types.ts'

/** Writes the fonts, with which the server draws an owner's pictures, and the site's own share pictures and icons. */
export async function writePictures(folder: string, facts: PackFacts): Promise<Pictures> {
  const fonts = join(folder, 'fonts')
  await mkdir(fonts)
  for (const [name, bytes] of Object.entries(await loadPictureFonts()))
    await writeFile(join(fonts, `${name}.ttf`), bytes)
  const { files, ...pictures } = drawPictures(ownLook, facts, drawWithFonts(fonts))
  for (const [path, bytes] of files) await writeFile(join(folder, 'site', path), bytes)
  return pictures
}
