import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { downloadName, writeFiles, zipFiles } from '#packs/pack-files.ts'
import { readPacks } from '#packs/read-packs.ts'
import { readingTime } from '#packs/reading-time.ts'
import type { Pack } from '#packs/types.ts'
import { countPages, type PrintedPages, writePictures } from './write-pictures.ts'

/**
 * Writes every pack, pictures of their first pages, and `packs.json`, from which the server takes names, sizes and entity
 * tags, and the site its facts. The facts are counted in the written files.
 */
export async function writePacks(folder: string, pictureFolder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const entries = []
  const printed: PrintedPages[] = []
  for (const pack of readPacks()) {
    const file = `${pack.id}.zip`
    const files = await writeFiles(pack).catch((error: Error) => {
      throw new Error(`the pack ${pack.id}: ${error.message}`, { cause: error })
    })
    const bytes = zipFiles(files)
    await writeFile(join(folder, file), bytes)
    const pdfs = printedIn(pack, files)
    printed.push(...pdfs)
    const count = (ending: string) => [...files.keys()].filter((name) => name.endsWith(ending)).length
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    entries.push({
      id: pack.id,
      file,
      name: downloadName(pack),
      bytes: bytes.length,
      etag,
      pages: await countPages(files.get(`${pack.guide.file}.pdf`) as Uint8Array),
      documents: count('.docx'),
      workbooks: count('.xlsx'),
      examples: count('.pdf') - 1,
      minutes: readingTime(pack),
    })
  }
  const pictures = await writePictures(pictureFolder, printed)
  await writeFile(join(folder, 'packs.json'), `${JSON.stringify({ packs: entries, pictures }, null, 2)}\n`)
}

/** The PDF files of a pack, by what the site calls them. */
function printedIn({ id, guide, examples }: Pack, files: ReadonlyMap<string, Uint8Array>): PrintedPages[] {
  return [guide, ...examples].map((document) => ({
    pack: id,
    document: document === guide ? 'guide' : document.file,
    pdf: files.get(`${document.file}.pdf`) as Uint8Array,
  }))
}
