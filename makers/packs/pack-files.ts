import { strToU8 } from 'fflate'
import { type ArchiveFiles, zip } from './archive.ts'
import { plainText, readingTime } from './document-text.ts'
import { writeDocument } from './docx.ts'
import { packWords } from './pack-words.ts'
import { writeExample, writeGuide } from './pdf.ts'
import type { ListedPackFile, Pack } from './types.ts'
import { writeWorkbook } from './xlsx.ts'

/** The pack's files in reading order, except the readme and the license. */
export function filesOf({ guide, documents, examples, workbooks }: Pack): ListedPackFile[] {
  return [
    { name: `${guide.file}.pdf`, title: plainText(guide.title), kind: 'guide' },
    ...documents.map(
      ({ file, title }) => ({ name: `${file}.docx`, title: plainText(title), kind: 'document' }) as const,
    ),
    ...examples.map(({ file, title }) => ({ name: `${file}.pdf`, title: plainText(title), kind: 'example' }) as const),
    ...workbooks.map(({ file, title }) => ({ name: `${file}.xlsx`, title, kind: 'workbook' }) as const),
  ]
}

/** Writes the archive that visitors download. */
export const writePack = async (pack: Pack): Promise<Buffer> => zip(await writeFiles(pack))

/** Writes all files of the pack; returns their contents by name. */
export async function writeFiles(pack: Pack): Promise<ArchiveFiles> {
  const files = filesOf(pack)
  const names = [...files.map(({ name }) => name), packWords.readme.file, packWords.license.file]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`duplicate file in the pack ${pack.id}: ${twice}`)
  const bytes = [
    await writeGuide(pack, files),
    ...(await Promise.all(pack.documents.map(writeDocument))),
    ...(await Promise.all(pack.examples.map(writeExample))),
    ...(await Promise.all(pack.workbooks.map(writeWorkbook))),
    strToU8(readme(pack, files)),
    strToU8(license(pack)),
  ]
  return Object.fromEntries(names.map((name, index) => [name, bytes[index] ?? new Uint8Array()]))
}

/** Returns a name such as `Proposal-Template-Library.zip`. The server adds the provider's name at the start. */
export function downloadName({ title }: Pack): string {
  return `${title
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .join('-')}.zip`
}

function readme(pack: Pack, files: readonly ListedPackFile[]): string {
  const { title, guide } = pack
  const { readme: words } = packWords
  const longest = Math.max(...files.map(({ name }) => name.length))
  return lines(
    title.toUpperCase(),
    plainText(guide.subtitle),
    '',
    words.inside,
    '',
    ...files.map(({ name, title: what }) => `  ${name.padEnd(longest)}  ${what}`),
    '',
    words.use,
    '',
    ...words.steps(readingTime(pack).guide).map((step, index) => `  ${index + 1}. ${step}`),
    '',
    words.opens,
    '',
    words.ask,
    '',
    words.askText,
    '',
    packWords.licenseLine,
  )
}

const license = ({ title }: Pack) => lines(title, '', ...packWords.license.text)

/** Joins lines with CRLF, which every editor shows as a line break. */
const lines = (...all: string[]) => `${all.join('\n').replaceAll('\n', '\r\n')}\r\n`
