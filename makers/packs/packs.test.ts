import { describe, expect, it } from 'vitest'
import { checklistTabs, countItems } from '#content/checklists.ts'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { testEach } from '#shared/lib/testing.ts'
import { readPacks } from './read-packs.ts'
import type { PackBlock, Sheet } from './types.ts'

const packs = readPacks()

const lines = (sheet: Sheet) => [...sheet.rows, ...(sheet.totals ?? [])]

const sentences = (node: unknown): string[] => {
  if (typeof node === 'string') return [node]
  return node !== null && typeof node === 'object' ? Object.values(node).flatMap(sentences) : []
}

const tableFaults = (block: PackBlock) => {
  if (block.kind !== 'table') return []
  const { caption, columns, widths, rows, right } = block
  return [
    ...(widths.length === columns.length ? [] : [`'${caption}' has ${widths.length} widths`]),
    ...rows.filter((row) => row.length !== columns.length).map((row) => `'${caption}': ${row.join(' | ')}`),
    ...(right ?? []).filter((at) => at >= columns.length).map((at) => `'${caption}' has no column ${at}`),
  ]
}

describe('the packs', () => {
  it(
    'contain formulas whose results match values.txt',
    testEach(packs, async ({ id, workbooks }) => {
      const values = workbooks.flatMap(({ file, sheets }) =>
        sheets.flatMap((sheet) =>
          lines(sheet).flatMap((cells, index) =>
            cells.flatMap((cell, col) =>
              cell !== null && typeof cell === 'object'
                ? [
                    `${file} ${sheet.name}!${String.fromCharCode(65 + col)}${sheet.intro.length + 3 + index} ${cell.value}`,
                  ]
                : [],
            ),
          ),
        ),
      )
      expect(values.length).toBeGreaterThan(0)
      await expect(`${values.join('\n')}\n`).toMatchFileSnapshot(`./texts/${id}/values.txt`)
    }),
  )

  it(
    'contain only sheets that Excel accepts and that have a heading for every column',
    testEach(packs, ({ workbooks }) => {
      for (const workbook of workbooks) {
        const names = workbook.sheets.map((sheet) => sheet.name.toLowerCase())
        expect(new Set(names).size).toBe(names.length)
        for (const sheet of workbook.sheets) {
          expect(sheet.name).toMatch(/^[^\\/?*[\]:']{1,31}$/)
          expect(sheet.columns.length).toBeLessThanOrEqual(26)
          expect(sheet.rows.length).toBeGreaterThan(0)
          const long = lines(sheet).filter((cells) => cells.length > sheet.columns.length)
          expect(long, sheet.name).toEqual([])
        }
      }
    }),
  )

  it(
    'have a width for each table column, and a cell for each column in every table row',
    testEach(packs, (pack) => {
      const blocks = [pack.guide, ...pack.documents, ...pack.examples].flatMap((document) => document.blocks)
      expect(blocks.flatMap(tableFaults)).toEqual([])
    }),
  )

  it(
    'contain no unfinished text',
    testEach(packs, (pack) => {
      for (const text of sentences(pack)) {
        expect(text).not.toMatch(/\b(TODO|TBD|FIXME|XXX|lorem|ipsum)\b/i)
        expect(text.trim(), 'empty text, or spaces around it').toBe(text)
      }
    }),
  )

  it(
    'mark each placeholder with one pair of brackets',
    testEach(packs, (pack) => {
      for (const text of sentences([pack.guide, pack.documents, pack.examples])) {
        expect(text, 'write placeholders [in brackets]').not.toMatch(/<(?!script>)[a-z ]+>|\{\{|\}\}|_{3,}|\.{4,}/i)
        // Longer text in brackets is a sentence, and documents do not highlight sentences.
        expect(
          text.replaceAll(/\[[^[\]]{1,120}\]/g, ''),
          'unpaired brackets, or more than 120 characters in them',
        ).not.toMatch(/[[\]]/)
        expect(text.split('**').length % 2, `unclosed bold mark: ${text}`).toBe(1)
      }
    }),
  )

  it(
    'contain an example in every document',
    testEach(packs, ({ documents }) => {
      const unfilled = documents.filter(
        ({ blocks }) =>
          !blocks.some(
            (block) =>
              (block.kind === 'fields' && block.items.every((item) => item.example !== '')) ||
              ((block.kind === 'heading' || block.kind === 'note') &&
                /example/i.test(block.kind === 'note' ? block.title : block.text)) ||
              (block.kind === 'table' && /example/i.test(block.caption)),
          ),
      )
      expect(unfilled.map((document) => document.file)).toEqual([])
    }),
  )

  it(
    'have unique file names that are valid on every system',
    testEach(packs, (pack) => {
      const files = [pack.guide, ...pack.documents, ...pack.examples, ...pack.workbooks].map(({ file }) => file)
      for (const file of files) expect(file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
      expect(new Set(files).size).toBe(files.length)
    }),
  )

  it(
    'name no real product or company',
    testEach(packs, (pack) => {
      const trademarks =
        /\b(SAP|Oracle|Microsoft|Dynamics|Odoo|Zoho|Sage|NetSuite|Salesforce|HubSpot|Acumatica|Xero|QuickBooks)\b/
      for (const text of sentences(pack)) expect(text).not.toMatch(trademarks)
    }),
  )

  it('quote the site’s delivery framework word for word', () => {
    const pack = packs.find(({ id }) => id === 'delivery-framework')
    const said = new Set(sentences(pack).map((text) => text.toLowerCase()))
    const all = [...said].join('\n')
    const { phases, gates, risks, kpiGroups, methods } = deliveryFrameworks
    for (const text of sentences([risks.map(({ risk, mitigation }) => [risk, mitigation]), kpiGroups]))
      expect(said, text).toContain(text.toLowerCase())
    for (const text of sentences([phases, gates, methods.map(({ label }) => label)]))
      expect(all).toContain(text.toLowerCase())
  })

  it('state the correct number of items for each of the site’s checklists', () => {
    const pack = packs.find(({ id }) => id === 'qa-checklist')
    const counts = checklistTabs.map(({ label, list }) => [label, String(countItems(list))])
    const total = checklistTabs.reduce((sum, { list }) => sum + countItems(list), 0)
    const tables = pack?.documents.flatMap(({ blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'table' && block.columns[1] === 'Items' ? [block.rows.map((row) => row.slice(0, 2))] : [],
      ),
    )
    const wanted = [...counts, ['All lists', String(total)]]
    expect(tables).toEqual([wanted, wanted])
    expect(pack?.guide.subtitle).toContain(`${total} checkpoints`)
    expect(sentences(pack?.guide.blocks).join('\n')).toContain(`all six lists with ${total} items`)
  })
})
