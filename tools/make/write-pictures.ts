import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackId } from '#content/pack-ids.ts'
import { pictureFile, pictureSizes, shownPages } from '#content/page-pictures.ts'
import { drawPage } from './draw-pages.ts'

/** A printed document and where the site finds its pages. */
export interface PrintedPages {
  pack: PackId
  /** `guide`, or the name of an example. */
  document: string
  pdf: Uint8Array
}

const pictures = Array.from({ length: shownPages }, (_, index) => index + 1).flatMap((page) =>
  Object.values(pictureSizes).map((size) => ({ page, size })),
)

/** Writes the pictures of all documents into a folder; gives the hash that is in their names. */
export async function writePictures(folder: string, documents: readonly PrintedPages[]): Promise<string> {
  const hash = createHash('sha256')
  const drawn: { nameBy: (hash: string) => string; bytes: Buffer }[] = []
  for (const { pack, document, pdf } of documents)
    for (const { page, size } of pictures) {
      const bytes = await drawPage(pdf, page, size)
      hash.update(bytes)
      drawn.push({ nameBy: (each) => pictureFile(pack, document, page, size.width, each), bytes })
    }
  const short = hash.digest('hex').slice(0, 8)
  await Promise.all(drawn.map(({ nameBy, bytes }) => writeFile(join(folder, nameBy(short)), bytes)))
  return short
}
