import { plainText } from './inline.ts'
import type { Block, Pack, PackDocument } from './types.ts'

/** Words a minute of a slow reader, because these texts are to be thought about. */
const wordsPerMinute = 200

/** Whole minutes to read a pack's guide and its other documents. */
export function readingTime({ guide, documents }: Pick<Pack, 'guide' | 'documents'>) {
  return { guide: minutes([guide]), documents: minutes(documents) }
}

const minutes = (documents: readonly PackDocument[]) =>
  Math.max(1, Math.round(documents.reduce((sum, one) => sum + countWords(one), 0) / wordsPerMinute))

/** All text from the title to the last line. */
export function countWords({ title, subtitle, blocks }: PackDocument): number {
  const text = [title, subtitle, ...blocks.flatMap(textsOf)].map(plainText).join(' ')
  return text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
}

function textsOf(block: Block): readonly string[] {
  switch (block.kind) {
    case 'heading':
    case 'text':
      return [block.text]
    case 'list':
    case 'checklist':
      return block.items
    case 'table':
      return [block.caption, ...block.columns, ...block.rows.flat()]
    case 'fields':
      return block.items.flatMap(({ label, example }) => [label, example])
    case 'note':
      return [block.title, block.text]
    case 'page-break':
      return []
  }
}
