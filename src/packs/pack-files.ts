import { strToU8 } from 'fflate'
import { brand } from '#content/brand.ts'
import { zip } from './archive.ts'
import { writeDocument } from './docx.ts'
import { plainText } from './inline.ts'
import { packWords } from './pack-words.ts'
import { writeGuide } from './pdf.ts'
import { readingTime } from './reading-time.ts'
import type { Pack, PackFile } from './types.ts'
import { writeWorkbook } from './xlsx.ts'

/** What a pack holds beside its readme and licence, in the order in which one reads it. */
export function filesOf({ guide, documents, workbooks }: Pack): PackFile[] {
  return [
    { name: `${guide.file}.pdf`, title: plainText(guide.title), kind: 'guide' },
    ...documents.map(
      ({ file, title }) => ({ name: `${file}.docx`, title: plainText(title), kind: 'document' }) as const,
    ),
    ...workbooks.map(({ file, title }) => ({ name: `${file}.xlsx`, title, kind: 'workbook' }) as const),
  ]
}

/** The pack as people download it. */
export async function writePack(pack: Pack): Promise<Buffer> {
  const files = filesOf(pack)
  const names = [...files.map(({ name }) => name), packWords.readme.file, packWords.license.file]
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice) throw new Error(`the pack ${pack.id} has two files ${twice}`)
  const bytes = [
    await writeGuide(pack, files),
    ...(await Promise.all(pack.documents.map(writeDocument))),
    ...(await Promise.all(pack.workbooks.map(writeWorkbook))),
    strToU8(readme(pack, files)),
    strToU8(license(pack)),
  ]
  return zip(Object.fromEntries(names.map((name, index) => [name, bytes[index] ?? new Uint8Array()])))
}

/** `Backline-Proposal-Template-Library.zip`: what people find again among their downloads. */
export function downloadName({ title }: Pack): string {
  return `${[brand.name, ...title.split(/[^A-Za-z0-9]+/)].filter(Boolean).join('-')}.zip`
}

function readme(pack: Pack, files: readonly PackFile[]): string {
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

const license = ({ title }: Pack) => lines(`${title}, by ${brand.name}`, '', ...packWords.license.text)

/** Every editor there is shows these line ends as such. */
const lines = (...all: string[]) => `${all.join('\n').replaceAll('\n', '\r\n')}\r\n`
