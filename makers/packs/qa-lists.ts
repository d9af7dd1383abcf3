import { checklistTabs, countItems } from '#content/checklists.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import type { Block, Draft, DraftCell, PackDocument } from './types.ts'

/** The tools of a category, in one line under the title of its list. */
const toolsOf = (category: string) =>
  qaChecklists.tools.groups
    .filter((group) => group.category === category)
    .flatMap(({ tools }) => tools.map(({ name, why }) => `**${name}.** ${why}`))

/** The six lists that the site shows, to tick on paper. */
const lists: readonly Block[] = checklistTabs.flatMap(({ label, list }): Block[] => [
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
  ...list.sections.flatMap((section): Block[] => [
    { kind: 'heading', level: 2, text: section.title },
    { kind: 'checklist', items: section.items },
  ]),
])

/** The guide of the QA pack ends with the lists of the site. */
export function withLists(guide: PackDocument): PackDocument {
  return { ...guide, blocks: [...guide.blocks, ...lists] }
}

/** The sheet Checklist of the QA pack has a row for each item of the site; those in the text are filled in. */
export function withItems(draft: Draft): Draft {
  const all = checklistTabs.flatMap(({ label, list }) =>
    list.sections.flatMap((section) => section.items.map((item) => [label, section.title, item])),
  )
  const sheets = draft.sheets.map((sheet) => {
    if (sheet.name !== 'Checklist') return sheet
    const filled = new Map(sheet.rows.map((row) => [JSON.stringify(row.slice(0, 3)), row]))
    const rows = all.map((item): readonly DraftCell[] => {
      const key = JSON.stringify(item)
      const row = filled.get(key)
      filled.delete(key)
      return row ?? [...item, null, null, null, null]
    })
    const [stray] = filled.keys()
    if (stray) throw new Error(`the site has no item ${stray}`)
    return { ...sheet, rows }
  })
  return { ...draft, sheets }
}
