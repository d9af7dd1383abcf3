import { type CellValue, HyperFormula, type RawCellContent } from 'hyperformula'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Formula, PackWorkbook, Sheet, SheetCell, SheetColumn, SheetTable } from './types.ts'

const kind = v.picklist(['text', 'number', 'money', 'percent', 'date'])
const formula = v.pipe(v.string(), v.startsWith('=', 'a formula must start with ='))
const cell = v.union([v.string(), v.number(), v.null(), v.strictObject({ formula, kind: v.optional(kind) })])
const sheet = v.strictObject({
  name: v.string(),
  intro: v.array(v.string()),
  columns: v.array(
    v.strictObject({
      title: v.string(),
      width: v.number(),
      kind,
      input: v.optional(v.literal(true)),
      formula: v.optional(formula),
    }),
  ),
  rows: v.array(v.array(cell)),
  totals: v.optional(v.array(v.array(cell))),
})
const workbook = v.strictObject({ title: v.string(), sheets: v.array(sheet) })

/** A sheet before its formulas are calculated. */
export type DraftSheet = v.InferOutput<typeof sheet>

/**
 * Parses one workbook of a pack, in the format of `texts/README.md`; `fill` may add rows to a sheet. Calculates
 * every formula with the example figures, because some viewers do not calculate. Error messages (for a cycle, a
 * division by zero or an unknown name) name the cell.
 */
export function readWorkbook(
  file: string,
  source: string,
  fill = (sheet: DraftSheet): DraftSheet => sheet,
): PackWorkbook {
  const found = v.safeParse(workbook, parse(source))
  if (!found.success)
    throw new Error(found.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; '))
  const drafts = found.output.sheets.map(fill)
  const spans = new Map(drafts.map((draft) => [draft.name, tableRowsOf(draft)]))
  const sheets = drafts.map((draft) => numberRows(draft, spans))
  const engine = HyperFormula.buildFromSheets(
    Object.fromEntries(sheets.map((sheet) => [sheet.name, linesOf(sheet)])),
    { licenseKey: 'gpl-v3' },
    // Spreadsheets have TRUE and FALSE as values, but this engine has them only as functions.
    ['TRUE', 'FALSE'].map((name) => ({ name, expression: `=${name}()` })),
  )
  try {
    return { file, title: found.output.title, sheets: sheets.map((sheet) => withValues(sheet, engine)) }
  } finally {
    engine.destroy()
  }
}

/** The first and last rows of a sheet's table. The intro, an empty row and the heading are above the table. */
const tableRowsOf = ({ intro, rows }: Pick<SheetTable<unknown>, 'intro' | 'rows'>) => {
  const first = intro.length + 3
  return { first, last: first + rows.length - 1 }
}

/** Changes every cell of a sheet; `row` counts from 1 and `column` from 0. */
function mapCells<From, To>(
  sheet: SheetTable<From>,
  change: (cell: From, row: number, column: number) => To,
): SheetTable<To> {
  const { first, last } = tableRowsOf(sheet)
  const changed = (rows: SheetTable<From>['rows'], from: number) =>
    rows.map((cells, index) => cells.map((cell, column) => change(cell, from + index, column)))
  const { rows, totals, ...rest } = sheet
  return { ...rest, rows: changed(rows, first), ...(totals && { totals: changed(totals, last + 1) }) }
}

/** Matches a row name with or without a sheet name before it, as in `'Survey'!$L${first}:$L${last}`. */
const names =
  /(?:(?:'([^']+)'|([A-Za-z]\w*))!)?(\$?[A-Z]{0,2}\$?)\{(row|first|last)([+-]\d+)?\}(?::(\$?[A-Z]{1,2}\$?)\{(row|first|last)([+-]\d+)?\})?/g

/**
 * Replaces row names with numbers, so that adding a row does not require changes to formulas. `{row}` is the formula's
 * own row; `{first}` and `{last}` are the first and last rows of the table that the formula reads. A cell that contains
 * only `=` uses its column's formula.
 */
function numberRows(
  { columns, ...draft }: DraftSheet,
  spans: ReadonlyMap<string, ReturnType<typeof tableRowsOf>>,
): SheetTable<NumberedCell> {
  const numbered = (formula: string, row: number) =>
    formula.slice(1).replaceAll(names, (whole, quoted, plain, from, name, shift, to, lastName, lastShift) => {
      const other: string | undefined = quoted ?? plain
      const rows = spans.get(other ?? draft.name)
      if (!rows) throw new Error(`${draft.name}: unknown sheet ${other} in ${whole}`)
      const numberOf = (one: 'row' | 'first' | 'last', by?: string) =>
        String((one === 'row' ? row : rows[one]) + Number(by ?? 0))
      const prefix = other === undefined ? '' : whole.slice(0, whole.indexOf('!') + 1)
      return `${prefix}${from}${numberOf(name, shift)}${to ? `:${to}${numberOf(lastName, lastShift)}` : ''}`
    })
  const sheet = { ...draft, columns: columns.map(({ formula: _, ...column }) => column) }
  return mapCells(sheet, (cell, row, at): NumberedCell => {
    if (cell !== null && typeof cell === 'object') return { ...cell, formula: numbered(cell.formula, row) }
    const own = cell === '=' ? columns[at]?.formula : cell
    if (own === undefined)
      throw new Error(`${draft.name}: '=' in the column ${columns[at]?.title}, which has no formula`)
    return typeof own === 'string' && own.startsWith('=') ? { formula: numbered(own, row) } : own
  })
}

type NumberedCell = string | number | null | Formula

const day = 86_400_000
/** The date that spreadsheets number as day 0. From March 1900 on, Excel and LibreOffice number days identically. */
const start = Date.UTC(1899, 11, 30)
export const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)
export const dayNumber = (date: string) => (Date.parse(date) - start) / day

const linesOf = ({ intro, columns, rows, totals = [] }: SheetTable<NumberedCell>): RawCellContent[][] => [
  ...intro.map((line) => [`'${line}`]),
  [],
  columns.map(({ title }) => `'${title}`),
  ...[...rows, ...totals].map((cells) => cells.map((cell, at) => contentOf(cell, columns[at]))),
]

/** Returns the cell's content for the engine. In a date column, a date becomes a number. */
function contentOf(cell: NumberedCell, column: SheetColumn | undefined): RawCellContent {
  if (cell === null || typeof cell === 'number') return cell
  if (typeof cell === 'object') return `=${cell.formula}`
  // Without the apostrophe, the engine would read '1-2' and '3/4' as dates.
  return column?.kind === 'date' && isDay(cell) ? dayNumber(cell) : `'${cell}`
}

function withValues(sheet: SheetTable<NumberedCell>, engine: HyperFormula): Sheet {
  const id = engine.getSheetId(sheet.name) ?? -1
  return mapCells(sheet, (cell, row, col): SheetCell => {
    if (cell === null || typeof cell !== 'object') return cell
    const value = engine.getCellValue({ sheet: id, row: row - 1, col })
    if (value !== null && typeof value === 'object')
      throw new Error(`${sheet.name}!${String.fromCharCode(65 + col)}${row}: ${value.message || value.value}`)
    return { ...cell, value: toCellValue(value, cell.kind ?? sheet.columns[col]?.kind ?? 'text') }
  })
}

function toCellValue(value: Exclude<CellValue, object>, kind: SheetColumn['kind']): number | string {
  if (typeof value === 'boolean') return String(value).toUpperCase()
  if (typeof value !== 'number') return value ?? ''
  if (kind === 'date') return new Date(start + value * day).toISOString().slice(0, 10)
  // Removes the last digits, which are rounding errors.
  return Number(value.toPrecision(12))
}
