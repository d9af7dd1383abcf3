import { readFile } from 'node:fs/promises'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { fixedDate } from './archive.ts'
import { plainText, readingTime } from './document-text.ts'
import { loadFonts } from './look.ts'
import { packWords } from './pack-words.ts'
import type { ListedPackFile, Pack, PackDocument, PackExample } from './types.ts'

const layout = new URL('./pdf.typ', import.meta.url)

let started: Promise<NodeCompiler> | undefined

/** Uses only our fonts, so that every machine writes the same bytes. */
async function startCompiler(): Promise<NodeCompiler> {
  return NodeCompiler.create({ fontArgs: [{ fontBlobs: Object.values(await loadFonts()) }] })
}

/** Writes a pack's guide: a cover that lists the pack's files, then the text. */
export function writeGuide(pack: Pack, files: readonly ListedPackFile[]): Promise<Buffer> {
  const { inside, columns, kinds, guide, minutes } = packWords.cover
  return print(pack.guide, {
    words: { guide, minutes: minutes(readingTime(pack).guide), license: packWords.licenseLine },
    files: {
      caption: inside,
      columns,
      widths: [4, 5, 2],
      rows: files.map(({ name, title, kind }) => [name, title, kinds[kind]]),
    },
  })
}

/** Writes a filled-in document. The document shows the sender's name and color, not the provider's. */
export function writeExample({ from, figures, ...example }: PackExample): Promise<Buffer> {
  const { stamp, foot } = packWords.example
  return print(example, { words: { stamp, exampleFoot: foot }, example: { from, figures } })
}

/**
 * Lays out a document with `pdf.typ`. Typst adds PDF tags and rejects anything that PDF/UA-1 forbids, such as a
 * character without a glyph.
 */
async function print(
  { title, subtitle, blocks }: PackDocument,
  { words, ...parts }: { words: object; files?: object; example?: object },
): Promise<Buffer> {
  started ??= startCompiler()
  const compiler = await started
  const printed = {
    title: plainText(title),
    subtitle: plainText(subtitle),
    blocks,
    words: { ...words, of: packWords.pageOf },
    ...parts,
  }
  const compiled = compiler.compile({
    mainFileContent: await readFile(layout, 'utf8'),
    inputs: { printed: JSON.stringify(printed) },
  })
  if (!compiled.result) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics))
  return compiler.pdf(compiled.result, { pdfStandard: 'ua-1', creationTimestamp: fixedDate.getTime() / 1000 })
}
