import { type CellValue, HyperFormula, type RawCellContent } from 'hyperformula'
import type { Cell, Draft, DraftCell, DraftSheet, PackWorkbook, Sheet, SheetColumn } from './types.ts'

const day = 86_400_000
/** Day 0 of a spreadsheet; Excel and LibreOffice count alike since March 1900. */
const start = Date.UTC(1899, 11, 30)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * Works out every formula with the example figures, for viewers that do not calculate. An error of the formula (a
 * circle, a division by nothing, a name that is none) is thrown with its cell.
 */
export function calculate({ file, title, sheets }: Draft): PackWorkbook {
  const engine = HyperFormula.buildFromSheets(
    Object.fromEntries(sheets.map((sheet) => [sheet.name, linesOf(sheet)])),
    { licenseKey: 'gpl-v3' },
    // Spreadsheets know these two as values, this engine as functions.
    ['TRUE', 'FALSE'].map((name) => ({ name, expression: `=${name}()` })),
  )
  try {
    return { file, title, sheets: sheets.map((sheet) => withValues(sheet, engine)) }
  } finally {
    engine.destroy()
  }
}

const linesOf = ({ intro, columns, rows, totals = [] }: DraftSheet): RawCellContent[][] => [
  ...intro.map((line) => [`'${line}`]),
  [],
  columns.map(({ title }) => `'${title}`),
  ...[...rows, ...totals].map((cells) => cells.map((cell, at) => contentOf(cell, columns[at]))),
]

/** What a spreadsheet would hold in the cell; in a column of dates, a day is a number. */
function contentOf(cell: DraftCell, column: SheetColumn | undefined): RawCellContent {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'object') return `=${cell.formula}`
  // Without the apostrophe the engine would read '1-2' and '3/4' as dates.
  return column?.kind === 'date' && isDay(cell) ? (Date.parse(cell) - start) / day : `'${cell}`
}

function withValues(sheet: DraftSheet, engine: HyperFormula): Sheet {
  const first = sheet.intro.length + 2
  const id = engine.getSheetId(sheet.name) ?? -1
  const valued = (rows: DraftSheet['rows'], from: number) =>
    rows.map((cells, index) =>
      cells.map((cell, col): Cell => {
        if (cell === null || typeof cell !== 'object') return cell
        const value = engine.getCellValue({ sheet: id, row: from + index, col })
        if (value !== null && typeof value === 'object')
          throw new Error(
            `${sheet.name}!${String.fromCharCode(65 + col)}${from + index + 1}: ${value.message || value.value}`,
          )
        return { ...cell, value: shown(value, cell.kind ?? sheet.columns[col]?.kind ?? 'text') }
      }),
    )
  const { rows, totals, ...rest } = sheet
  return {
    ...rest,
    rows: valued(rows, first),
    ...(totals && { totals: valued(totals, first + rows.length) }),
  }
}

function shown(value: Exclude<CellValue, object>, kind: SheetColumn['kind']): number | string {
  if (typeof value === 'boolean') return String(value).toUpperCase()
  if (typeof value !== 'number') return value ?? ''
  if (kind === 'date') return new Date(start + value * day).toISOString().slice(0, 10)
  // Removes the last digits, which are rounding errors of binary fractions.
  return Number(value.toPrecision(12))
}
