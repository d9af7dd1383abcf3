import { type CellValue, HyperFormula, type RawCellContent } from 'hyperformula'
import { describe, expect, it } from 'vitest'
import {
  type Block,
  type Cell,
  type PackWorkbook,
  packIds,
  type Sheet,
  type SheetColumn,
} from './pack-types.ts'
import { packs } from './packs.ts'
import { successKit } from './success-kit.ts'

/** The spreadsheet's day number: 1 is 1899-12-31, as Excel and LibreOffice count since March 1900. */
const dayNumber = (iso: string) => Math.round((Date.parse(iso) - Date.UTC(1899, 11, 30)) / 86_400_000)

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/** What a spreadsheet would hold in the cell; in a column of dates, a day is a number. */
const content = (cell: Cell, column: SheetColumn | undefined, row: number): RawCellContent => {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'object') return `=${cell.formula.replaceAll('{row}', String(row))}`
  // The apostrophe keeps '1-2' and '3/4' texts, as a text cell of a real workbook is one.
  return column?.kind === 'date' && isDay(cell) ? dayNumber(cell) : `'${cell}`
}

const lines = (sheet: Sheet) => [...sheet.rows, ...(sheet.totals ?? [])]
const firstRow = (sheet: Sheet) => sheet.intro.length + 3

const engineOf = ({ sheets }: PackWorkbook) =>
  HyperFormula.buildFromSheets(
    Object.fromEntries(
      sheets.map((sheet) => [
        sheet.name,
        [
          ...sheet.intro.map((line) => [`'${line}`]),
          [],
          sheet.columns.map((column) => `'${column.title}`),
          ...lines(sheet).map((cells, index) =>
            cells.map((cell, at) => content(cell, sheet.columns[at], firstRow(sheet) + index)),
          ),
        ],
      ]),
    ),
    { licenseKey: 'gpl-v3' },
    // Spreadsheets know these two as values, this engine as functions.
    ['TRUE', 'FALSE'].map((name) => ({ name, expression: `=${name}()` })),
  )

const letter = (index: number) => String.fromCharCode(65 + index)

const isSame = (claimed: number | string, found: CellValue, column: SheetColumn | undefined) => {
  if (typeof found === 'boolean') return claimed === String(found).toUpperCase()
  const wanted =
    column?.kind === 'date' && typeof claimed === 'string' && isDay(claimed) ? dayNumber(claimed) : claimed
  if (typeof wanted === 'string') return found === wanted || (wanted === '' && found === null)
  // Six significant digits: what nobody can see in a cell is not a fault of the example.
  return typeof found === 'number' && Math.abs(found - wanted) <= 1e-6 * Math.max(1, Math.abs(wanted))
}

/** Each formula whose example value is not what it comes to. */
const wrongValues = (workbook: PackWorkbook) => {
  const engine = engineOf(workbook)
  const wrong = workbook.sheets.flatMap((sheet) =>
    lines(sheet).flatMap((cells, index) =>
      cells.flatMap((cell, col) => {
        if (cell === null || typeof cell !== 'object') return []
        const row = firstRow(sheet) + index
        const found = engine.getCellValue({
          sheet: engine.getSheetId(sheet.name) ?? -1,
          row: row - 1,
          col,
        })
        if (isSame(cell.value, found, sheet.columns[col])) return []
        const comesTo = found !== null && typeof found === 'object' ? found.message || found.value : found
        return [`${sheet.name}!${letter(col)}${row}: says ${cell.value}, comes to ${comesTo}`]
      }),
    ),
  )
  engine.destroy()
  return wrong
}

const sentences = (node: unknown): string[] => {
  if (typeof node === 'string') return [node]
  return node !== null && typeof node === 'object' ? Object.values(node).flatMap(sentences) : []
}

const tableFaults = (block: Block) => {
  if (block.kind !== 'table') return []
  const { caption, columns, widths, rows, right } = block
  return [
    ...(widths.length === columns.length ? [] : [`'${caption}' has ${widths.length} widths`]),
    ...rows.filter((row) => row.length !== columns.length).map((row) => `'${caption}': ${row.join(' | ')}`),
    ...(right ?? []).filter((at) => at >= columns.length).map((at) => `'${caption}' has no column ${at}`),
  ]
}

describe('the packs', () => {
  it('are one for each card', () => {
    expect(packs.map(({ id }) => id)).toEqual(packIds)
    expect(successKit.resources.map(({ id }) => id)).toEqual(packIds)
  })

  it.each(packs)('$id: is called what its card is called', ({ id, title }) => {
    expect(successKit.resources.find((card) => card.id === id)?.title).toBe(title)
  })

  it.each(packs)('$id: every formula comes to the value beside it', ({ workbooks }) => {
    expect(workbooks.flatMap(wrongValues)).toEqual([])
  })

  it.each(packs)('$id: has sheets that Excel opens, each cell under a heading', ({ workbooks }) => {
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
  })

  it.each(packs)('$id: gives every table as many widths and cells as columns', (pack) => {
    const blocks = [pack.guide, ...pack.documents].flatMap((document) => document.blocks)
    expect(blocks.flatMap(tableFaults)).toEqual([])
  })

  it.each(packs)('$id: leaves nothing unwritten', (pack) => {
    for (const text of sentences(pack)) {
      expect(text).not.toMatch(/\b(TODO|TBD|FIXME|XXX|lorem|ipsum)\b/i)
      expect(text.trim(), 'a text with nothing in it or with loose ends').toBe(text)
    }
  })

  it.each(packs)('$id: marks each gap with one pair of brackets', (pack) => {
    for (const text of sentences([pack.guide, pack.documents])) {
      expect(text, 'a gap is [in brackets]').not.toMatch(/<(?!script>)[a-z ]+>|\{\{|\}\}|_{3,}|\.{4,}/i)
      // Longer ones are sentences, and the writer of documents does not color them.
      expect(
        text.replaceAll(/\[[^[\]]{1,120}\]/g, ''),
        'brackets come in pairs, 120 characters at most',
      ).not.toMatch(/[[\]]/)
      expect(text.split('**').length % 2, `bold opens and closes: ${text}`).toBe(1)
    }
  })

  it.each(packs)('$id: fills in at least one example in every document', ({ documents }) => {
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
  })

  it.each(packs)('$id: names its files for any system, once each', (pack) => {
    const files = [pack.guide, ...pack.documents, ...pack.workbooks].map(({ file }) => file)
    for (const file of files) expect(file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    expect(new Set(files).size).toBe(files.length)
  })

  it.each(packs)('$id: names nobody but those it invents', (pack) => {
    const trademarks =
      /\b(SAP|Oracle|Microsoft|Dynamics|Odoo|Zoho|Sage|NetSuite|Salesforce|HubSpot|Acumatica|Xero|QuickBooks)\b/
    for (const text of sentences(pack)) expect(text).not.toMatch(trademarks)
  })
})
