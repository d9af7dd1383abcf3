import { type CellValue, HyperFormula, type RawCellContent } from 'hyperformula'
import * as v from 'valibot'
import { parse } from 'yaml'
import type { Cell, Draft, DraftCell, DraftSheet, PackWorkbook, Sheet, SheetColumn } from './types.ts'

const kind = v.picklist(['text', 'number', 'money', 'percent', 'date'])
const formula = v.pipe(v.string(), v.startsWith('=', 'a formula begins with ='))
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

/** Reads one workbook of a pack; `README.md` beside the texts says how one is written. */
export function readWorkbook(file: string, source: string): Draft {
  const found = v.safeParse(workbook, parse(source))
  if (!found.success)
    throw new Error(found.issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`).join('; '))
  const { title, sheets } = found.output
  return { file, title, sheets: sheets.map(draftOf) }
}

/** Replaces a lone `=` by the formula of its column. */
function draftOf({ name, intro, columns, rows, totals }: v.InferOutput<typeof sheet>): DraftSheet {
  const cells = (row: (typeof rows)[number]) =>
    row.map((one, at) => {
      if (one === '=') {
        const own = columns[at]?.formula
        if (!own)
          throw new Error(`${name}: '=' stands in the column ${columns[at]?.title}, which has no formula`)
        return { formula: own.slice(1) }
      }
      if (typeof one === 'string') return one.startsWith('=') ? { formula: one.slice(1) } : one
      return one !== null && typeof one === 'object' ? { ...one, formula: one.formula.slice(1) } : one
    })
  return {
    name,
    intro,
    columns: columns.map(({ title, width, kind, input }) => ({
      title,
      width,
      kind,
      ...(input && { input }),
    })),
    rows: rows.map(cells),
    ...(totals && { totals: totals.map(cells) }),
  }
}

const day = 86_400_000
/** Day 0 of a spreadsheet; Excel and LibreOffice count alike since March 1900. */
const start = Date.UTC(1899, 11, 30)
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

/**
 * Works out every formula with the example figures, for viewers that do not calculate. An error of the formula (a
 * circle, a division by nothing, a name that is none) is thrown with its cell.
 */
export function calculate(draft: Draft): PackWorkbook {
  const { file, title, sheets } = numberRows(draft)
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

/** The first and the last row of a sheet's table, below its intro, an empty row and the heading. */
const span = ({ intro, rows }: DraftSheet) => {
  const first = intro.length + 3
  return { first, last: first + rows.length - 1 }
}

/** A name of a row, and in front of it the sheet that it is read from: `'Survey'!$L${first}:$L${last}`. */
const names =
  /(?:(?:'([^']+)'|([A-Za-z]\w*))!)?(\$?[A-Z]{0,2}\$?)\{(row|first|last)([+-]\d+)?\}(?::(\$?[A-Z]{1,2}\$?)\{(row|first|last)([+-]\d+)?\})?/g

/**
 * Puts numbers in place of `{row}`, the row that a formula stands in, and of `{first}` and `{last}`, the rows of the
 * table that it reads. So a row can be put into a sheet without looking for the formulas that count it.
 */
function numberRows(draft: Draft): Draft {
  const spans = new Map(draft.sheets.map((sheet) => [sheet.name, span(sheet)]))
  const numbered = (formula: string, sheet: DraftSheet, row: number) =>
    formula.replaceAll(names, (whole, quoted, plain, from, name, shift, to, lastName, lastShift) => {
      const other: string | undefined = quoted ?? plain
      const rows = spans.get(other ?? sheet.name)
      if (!rows) throw new Error(`${sheet.name}: there is no sheet ${other} for ${whole}`)
      const numberOf = (one: 'row' | 'first' | 'last', by?: string) =>
        String((one === 'row' ? row : rows[one]) + Number(by ?? 0))
      const prefix = other === undefined ? '' : whole.slice(0, whole.indexOf('!') + 1)
      return `${prefix}${from}${numberOf(name, shift)}${to ? `:${to}${numberOf(lastName, lastShift)}` : ''}`
    })
  const sheets = draft.sheets.map((sheet) => {
    const { first, last } = span(sheet)
    const cells = (rows: DraftSheet['rows'], from: number) =>
      rows.map((row, index) =>
        row.map((cell) =>
          cell !== null && typeof cell === 'object'
            ? { ...cell, formula: numbered(cell.formula, sheet, from + index) }
            : cell,
        ),
      )
    return {
      ...sheet,
      rows: cells(sheet.rows, first),
      ...(sheet.totals && { totals: cells(sheet.totals, last + 1) }),
    }
  })
  return { ...draft, sheets }
}
