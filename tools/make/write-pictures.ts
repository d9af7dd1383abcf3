import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { PackId } from '#content/pack-ids.ts'
import { pictureFile, pictureSizes, shownPages } from '#content/page-pictures.ts'

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

let loaded: Promise<PDFiumLibrary> | undefined
const library = () => (loaded ??= PDFiumLibrary.init())

/** How many pages a PDF has. */
export async function countPages(pdf: Uint8Array): Promise<number> {
  const document = await (await library()).loadDocument(pdf)
  const pages = document.getPageCount()
  document.destroy()
  return pages
}

/**
 * One page of a PDF as WebP, drawn by PDFium at its final size. Few colours are on such a page: sixteen of them, kept
 * without loss, are sharper and take half of what WebP takes with loss.
 */
async function drawPage(
  pdf: Uint8Array,
  page: number,
  { width, height }: { width: number; height: number },
): Promise<Buffer> {
  const document = await (await library()).loadDocument(pdf)
  const { data } = await document.getPage(page - 1).render({ width, height, render: 'bitmap' })
  document.destroy()
  const drawn = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  const few = await drawn.png({ palette: true, colours: 16, dither: 0 }).toBuffer()
  return sharp(few).webp({ lossless: true, effort: 6 }).toBuffer()
}
