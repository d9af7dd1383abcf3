import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { type PackId, pictureFile, pictureSizes, previewPageCount } from '#content/packs.ts'
import { zip } from './archive.ts'
import { readingTime } from './document-text.ts'
import { downloadName, writeFiles } from './pack-files.ts'
import { readPacks } from './read-packs.ts'
import type { PackFacts } from './types.ts'

/**
 * Writes all packs, pictures of their first pages, and `packs.json`, in which the server finds their names, sizes and
 * entity tags. @returns the facts that the site shows, and the hash in the pictures' names
 */
export async function writePacks(folder: string, pictureFolder: string): Promise<{ facts: PackFacts; hash: string }> {
  await mkdir(folder, { recursive: true })
  const library = await PDFiumLibrary.init()
  const entries = []
  const facts: Partial<Record<PackId, PackFacts[PackId]>> = {}
  const pictures: { nameBy: (hash: string) => string; bytes: Buffer }[] = []
  for (const pack of readPacks()) {
    const { id, guide, examples } = pack
    const file = `${id}.zip`
    const files = await writeFiles(pack).catch((error: Error) => {
      throw new Error(`pack ${id}: ${error.message}`, { cause: error })
    })
    const bytes = zip(files)
    await writeFile(join(folder, file), bytes)
    let pages = 0
    for (const printed of [guide, ...examples]) {
      const pdf = await library.loadDocument(files[`${printed.file}.pdf`] as Uint8Array)
      if (printed === guide) pages = pdf.getPageCount()
      const name = printed === guide ? 'guide' : printed.file
      for (let page = 1; page <= previewPageCount; page++)
        for (const size of Object.values(pictureSizes))
          pictures.push({
            nameBy: (hash) => pictureFile(id, name, page, size.width, hash),
            bytes: await drawPage(pdf.getPage(page - 1), size),
          })
      pdf.destroy()
    }
    const count = (ending: string) => Object.keys(files).filter((name) => name.endsWith(ending)).length
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    entries.push({ id, file, name: downloadName(pack), bytes: bytes.length, etag })
    facts[id] = {
      bytes: bytes.length,
      pages,
      documents: count('.docx'),
      workbooks: count('.xlsx'),
      examples: count('.pdf') - 1,
      minutes: readingTime(pack),
    }
  }
  // All picture names contain the same hash.
  const whole = createHash('sha256')
  for (const { bytes } of pictures) whole.update(bytes)
  const hash = whole.digest('hex').slice(0, 8)
  await Promise.all(pictures.map(({ nameBy, bytes }) => writeFile(join(pictureFolder, nameBy(hash)), bytes)))
  await writeFile(join(folder, 'packs.json'), `${JSON.stringify({ packs: entries }, null, 2)}\n`)
  return { facts: facts as PackFacts, hash }
}

/**
 * Draws a PDF page with PDFium, as a WebP picture at its final size. Pages have few colors: a lossless picture with
 * sixteen colors is sharper than a lossy one and half as large.
 */
async function drawPage(page: PDFiumPage, { width, height }: { width: number; height: number }): Promise<Buffer> {
  const { data } = await page.render({ width, height, render: 'bitmap' })
  const drawn = sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
  const few = await drawn.png({ palette: true, colours: 16, dither: 0 }).toBuffer()
  return sharp(few).webp({ lossless: true, effort: 6 }).toBuffer()
}
