import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as v from 'valibot'
import { parse } from 'yaml'
import { checklistTabs, countItems } from '#content/checklists.ts'
import { type PackId, packIds } from '#content/packs.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { readDocument, readExample } from './document-text.ts'
import type { Pack, PackBlock, PackDocument } from './types.ts'
import { type DraftSheet, readWorkbook } from './workbook-text.ts'

const texts = fileURLToPath(new URL('./texts/', import.meta.url))

const contents = v.strictObject({
  title: v.string(),
  guide: v.string(),
  documents: v.array(v.string()),
  examples: v.optional(v.array(v.string()), []),
  workbooks: v.array(v.string()),
})

/** All packs in the order of the success kit's cards, one for each card. */
export function readPacks(): Pack[] {
  return packIds.map((id) => readPack(id))
}

/** Reads one pack from its folder and calculates its formulas. Errors name the file. */
export function readPack(id: PackId, folder = texts): Pack {
  const read = <T>(file: string, reader: (source: string) => T): T => {
    const path = `${id}/${file}`
    try {
      return reader(readFileSync(folder + path, 'utf8'))
    } catch (error) {
      throw new Error(`${path}: ${(error as Error).message}`, { cause: error })
    }
  }
  const isQa = id === 'qa-checklist'
  const { title, guide, documents, examples, workbooks } = read('pack.yaml', (source) =>
    v.parse(contents, parse(source)),
  )
  const document = (file: string) => read(`${file}.md`, (source) => readDocument(file, source))
  const workbook = (file: string) =>
    read(`${file}.yaml`, (source) => readWorkbook(file, source, isQa ? withItems : undefined))
  return {
    id,
    title,
    guide: isQa ? withLists(document(guide)) : document(guide),
    documents: documents.map(document),
    examples: examples.map((file) => read(`${file}.md`, (source) => readExample(file, source))),
    workbooks: workbooks.map(workbook),
  }
}

/** Returns the tools of a category as list items. */
const toolsOf = (category: string) =>
  qaChecklists.tools.groups
    .filter((group) => group.title === category)
    .flatMap(({ tools }) => tools.map(({ name, why }) => `**${name}.** ${why}`))

/** The site's six checklists, for printing. */
const lists: readonly PackBlock[] = checklistTabs.flatMap(({ label, list }): PackBlock[] => [
  { kind: 'page-break' },
  { kind: 'heading', level: 1, text: `${list.title}: ${countItems(list)} items` },
  { kind: 'text', text: list.description },
  { kind: 'list', items: toolsOf(label) },
  {
    kind: 'table',
    caption: `Test session: ${list.title.toLowerCase()}`,
    columns: [...qaChecklists.paper.blanks, 'Build', 'Date'],
    widths: [4, 3, 2, 2],
    rows: [['', '', '', '']],
  },
  ...list.sections.flatMap((section): PackBlock[] => [
    { kind: 'heading', level: 2, text: section.title },
    { kind: 'checklist', items: section.items },
  ]),
])

/** Appends the site's checklists to the guide of the QA pack. */
function withLists(guide: PackDocument): PackDocument {
  return { ...guide, blocks: [...guide.blocks, ...lists] }
}

/**
 * Fills the QA pack's Checklist sheet: a row for each item of the site's checklists, then the rows that the pack's
 * text lists.
 */
function withItems(sheet: DraftSheet): DraftSheet {
  if (sheet.name !== 'Checklist') return sheet
  const all = checklistTabs.flatMap(({ label, list }) =>
    list.sections.flatMap((section) => section.items.map((item) => [label, section.title, item])),
  )
  const filled = new Map(sheet.rows.map((row) => [JSON.stringify(row.slice(0, 3)), row]))
  const rows = all.map((item) => {
    const key = JSON.stringify(item)
    const row = filled.get(key)
    filled.delete(key)
    return row ?? [...item, null, null, null, null]
  })
  const [stray] = filled.keys()
  if (stray) throw new Error(`unknown checklist item: ${stray}`)
  return { ...sheet, rows }
}
