import { createHash } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackId } from '#content/pack-ids.ts'
import { pictureFile, pictureSizes, shownPages } from '#content/page-pictures.ts'
import { drawPage } from './draw-pages.ts'
import { keptFolder } from './kept-folder.ts'

/** A printed document and where the site finds its pages. */
export interface PrintedPages {
  pack: PackId
  /** `guide`, or the name of an example. */
  document: string
  pdf: Uint8Array
}

const pictures = Array.from({ length: shownPages }, (_, index) => index + 1).flatMap((page) =>
  Object.values(pictureSizes).map((size) => ({ page, size, name: `${page}-${size.width}.webp` })),
)

/** Writes the pictures of all documents into a folder; gives the hash that is in their names. */
export async function writePictures(folder: string, documents: readonly PrintedPages[]): Promise<string> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const hash = createHash('sha256')
  const written: { nameBy: (hash: string) => string; bytes: Buffer }[] = []
  for (const { pack, document, pdf } of documents) {
    const drawn = join(folder, 'drawn')
    await keptFolder(`pages-${pack}-${document}`, await keyOf(pdf), drawn, () => drawAll(pdf, drawn))
    for (const { page, size, name } of pictures) {
      const bytes = await readFile(join(drawn, name))
      hash.update(bytes)
      written.push({ nameBy: (each) => pictureFile(pack, document, page, size.width, each), bytes })
    }
    await rm(drawn, { recursive: true })
  }
  const short = hash.digest('hex').slice(0, 8)
  await Promise.all(written.map(({ nameBy, bytes }) => writeFile(join(folder, nameBy(short)), bytes)))
  return short
}

async function drawAll(pdf: Uint8Array, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  await Promise.all(
    pictures.map(async ({ page, size, name }) =>
      writeFile(join(folder, name), await drawPage(pdf, page, size)),
    ),
  )
}

/** What the pictures of a PDF depend on: its bytes, and who draws them in which sizes. */
async function keyOf(pdf: Uint8Array): Promise<string> {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as Record<
    string,
    Record<string, string>
  >
  return createHash('sha256')
    .update(pdf)
    .update(await readFile('tools/draw-pages.ts'))
    .update(JSON.stringify([pictures, devDependencies?.sharp, devDependencies?.['@hyzyla/pdfium']]))
    .digest('hex')
    .slice(0, 16)
}
