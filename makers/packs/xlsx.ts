import writeExcelFile, { type CellObject, type SheetData } from 'write-excel-file/node'
import { sanitizeAttributeValue } from 'write-excel-file/utility'
import { rewriteParts } from './archive.ts'
import { palette } from './look.ts'
import type { PackWorkbook, Sheet, SheetCell, SheetColumn } from './types.ts'
import { dayNumber, isDay } from './workbook-text.ts'

/** A cell's own kind, or the kind of its column. */
type CellKind = SheetColumn['kind']

const patterns: Record<CellKind, (decimals: number) => string | undefined> = {
  text: () => undefined,
  number: (decimals) => `#,##0${fraction(decimals)}`,
  money: (decimals) => `#,##0${decimals > 0 ? '.00' : ''}`,
  percent: (decimals) => `0${fraction(Math.min(1, Math.max(0, decimals - 2)))}%`,
  date: () => 'yyyy-mm-dd',
}
const fraction = (decimals: number) => (decimals > 0 ? `.${'0'.repeat(Math.min(2, decimals))}` : '')

/** The number of decimals in an example figure. */
function decimalsOf(cell: SheetCell): number {
  const value = isFormula(cell) ? (cell.kind ? null : cell.value) : cell
  return typeof value === 'number' ? (String(Number(value.toFixed(4))).split('.')[1]?.length ?? 0) : 0
}

const hash = (color: string) => `#${color}`
const hair = { bottomBorderStyle: 'thin', bottomBorderColor: hash(palette.rule) } as const

/** Writes a workbook with formulas for any spreadsheet program. */
export async function writeWorkbook(workbook: PackWorkbook): Promise<Buffer> {
  const sheets = workbook.sheets.map((sheet) => ({
    data: dataOf(sheet),
    sheet: sheet.name,
    columns: sheet.columns.map(({ width }) => ({ width })),
    stickyRowsCount: headingRow(sheet),
    orientation: 'landscape' as const,
    showGridLines: false,
  }))
  const file = await writeExcelFile(sheets, { fontFamily: 'Arial', fontSize: 10 }).toBuffer()
  return rewriteParts(file, (part, text) => {
    const sheet = workbook.sheets[Number(/^xl\/worksheets\/sheet(\d+)\.xml$/.exec(part)?.[1]) - 1]
    if (sheet) return finishSheet(text, sheet)
    if (part === 'xl/workbook.xml') return finishWorkbook(text, workbook.sheets)
    return text
  })
}

/** The heading's row: it follows the intro lines and an empty row. */
const headingRow = ({ intro }: Sheet): number => intro.length + 2

function dataOf(sheet: Sheet): SheetData {
  const { intro, columns, rows, totals = [] } = sheet
  const decimals = columns.map((_, at) =>
    Math.max(0, ...[...rows, ...totals].map((row) => decimalsOf(row[at] ?? null))),
  )
  const cells = (row: readonly SheetCell[], look: typeof body) =>
    columns.map((column, at) => ({
      ...look(column, row[at] ?? null, decimals[at] ?? 0),
      ...(at === 0 && { height: heightOf(row, columns) }),
    }))
  return [
    ...intro.map((text, index) => introRow(text, index, columns)),
    [],
    columns.map(headCell),
    ...rows.map((row) => cells(row, body)),
    ...totals.map((row) => cells(row, total)),
  ]
}

/**
 * Returns the height for the longest text in a row. Lines break between words, so most lines do not fill the width of
 * the cell.
 */
function heightOf(row: readonly SheetCell[], columns: readonly SheetColumn[]): number {
  const lines = columns.map(({ kind, width }, at) => {
    const cell = row[at]
    return kind === 'text' && typeof cell === 'string' ? Math.ceil(cell.length / Math.max(1, width * 0.92 - 2)) : 1
  })
  return Math.max(...lines) * 13 + 5
}

/**
 * Merges an intro line across the table. Spreadsheets do not compute a height for merged cells, so this function sets
 * it.
 */
function introRow(text: string, index: number, columns: readonly SheetColumn[]): SheetData[number] {
  const characters = columns.reduce((sum, { width }) => sum + width, 0) * (index === 0 ? 0.85 : 1.05)
  const look = index === 0 ? ({ fontWeight: 'bold', fontSize: 12 } as const) : { textColor: hash(palette.inkSoft) }
  const height = Math.ceil(text.length / characters) * (index === 0 ? 17 : 14) + 2
  const cell = {
    value: text,
    wrap: true,
    alignVertical: 'top',
    columnSpan: columns.length,
    height,
    indent: 1,
    ...look,
  } as const
  return [cell, ...columns.slice(1).map(() => null)]
}

const headCell = (column: SheetColumn) => ({
  value: column.title,
  fontWeight: 'bold' as const,
  fontSize: 9,
  textColor: hash(palette.inkSoft),
  wrap: true,
  alignVertical: 'bottom' as const,
  align: sideOf(column),
  indent: 1,
  topBorderStyle: 'thick' as const,
  topBorderColor: hash(palette.ink),
  bottomBorderStyle: 'thin' as const,
  bottomBorderColor: hash(palette.ink),
})

const sideOf = ({ kind }: SheetColumn) => (kind === 'text' ? ('left' as const) : ('right' as const))

function body(column: SheetColumn, cell: SheetCell, decimals: number): CellObject {
  return {
    ...contentOf(column, cell, decimals),
    ...hair,
    indent: 1,
    align: sideOf(column),
    alignVertical: 'center',
    wrap: column.kind === 'text',
    ...(column.input && !isFormula(cell) && { backgroundColor: hash(palette.input) }),
  }
}

function total(column: SheetColumn, cell: SheetCell, decimals: number): CellObject {
  return {
    ...contentOf(column, cell, decimals),
    fontWeight: 'bold',
    indent: 1,
    align: typeof cell === 'string' ? 'left' : sideOf(column),
    alignVertical: 'center',
    topBorderStyle: 'thin',
    topBorderColor: hash(palette.ink),
    backgroundColor: hash(palette.sunken),
  }
}

const isFormula = (cell: SheetCell): cell is Extract<SheetCell, { formula: string }> =>
  typeof cell === 'object' && cell !== null

/** Converts a value to a cell of the column's type. `finishSheet` adds the results of formulas. */
function contentOf({ kind }: SheetColumn, cell: SheetCell, decimals: number): CellObject {
  const own = isFormula(cell) ? cell.kind : undefined
  const pattern = own ? patterns[own](1) : patterns[kind](decimals)
  const format = pattern ? { format: pattern } : {}
  if (cell === null || cell === '') return pattern ? { type: Number, ...format } : {}
  if (isFormula(cell)) return { type: 'Formula', value: cell.formula, ...format }
  if (typeof cell === 'number') return { type: Number, value: cell, ...format }
  if (kind === 'date' && isDay(cell)) return { type: Date, value: new Date(`${cell}T00:00:00Z`), ...format }
  return { type: String, value: cell }
}

/**
 * Adds what the library omits: values of formulas, for viewers that do not calculate; a print width of one page; filter
 * buttons on long tables; and the correct name for the pane below the frozen rows.
 */
function finishSheet(xml: string, sheet: Sheet): string {
  const { columns, rows, totals = [] } = sheet
  const formulas = [...rows, ...totals].flatMap((cells) =>
    cells.flatMap((cell, at) => (isFormula(cell) ? [{ ...cell, kind: cell.kind ?? columns[at]?.kind }] : [])),
  )
  const valued = xml.replace(/><f>.*?<\/f>(?=<\/c>)/g, (formula) => {
    const next = formulas.shift()
    if (!next) throw new Error(`unexpected formula in ${sheet.name}: ${formula}`)
    const text = String(next.value)
    const value = next.kind === 'date' && isDay(text) ? dayNumber(text) : next.value
    const type = typeof value === 'string' ? ' t="str"' : ''
    return `${type}${formula}<v>${sanitizeAttributeValue(String(value))}</v>`
  })
  if (formulas.length > 0) throw new Error(`formulas missing in ${sheet.name}: ${formulas.length}`)
  const heading = headingRow(sheet)
  // Removes the fixed height, so that the row grows with its text.
  const growing = valued.replace(/<row r="(\d+)"([^>]*) customHeight="1"/g, (row, number: string, rest: string) =>
    Number(number) < heading ? row : `<row r="${number}"${rest}`,
  )
  const last = String.fromCharCode(64 + columns.length)
  const filter = `<autoFilter ref="A${heading}:${last}${heading + rows.length}"/>`
  return replaceEach(growing, [
    [/(?<=<pane ySplit="\d+") xSplit="0"/, ''],
    ['activePane="bottomRight"', 'activePane="bottomLeft"'],
    ['<pageSetup ', '<pageSetup fitToWidth="1" fitToHeight="0" '],
    ['<sheetViews>', '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>'],
    ...(rows.length < longTable ? [] : [['</sheetData>', `</sheetData>${filter}`] as const]),
  ])
}

const longTable = 20

/**
 * Sets the rows that repeat on every printed page, and makes spreadsheet programs recalculate when they open the file.
 */
function finishWorkbook(xml: string, sheets: readonly Sheet[]): string {
  const names = sheets.map((sheet, index) => {
    const row = headingRow(sheet)
    const rows = sanitizeAttributeValue(`'${sheet.name.replaceAll("'", "''")}'!$${row}:$${row}`)
    return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${rows}</definedName>`
  })
  return replaceEach(xml, [
    ['<definedNames/>', `<definedNames>${names.join('')}</definedNames>`],
    ['<calcPr/>', '<calcPr fullCalcOnLoad="1"/>'],
  ])
}

/** Replaces each string or pattern; throws if the library's output does not contain it. */
function replaceEach(xml: string, parts: readonly (readonly [what: string | RegExp, by: string])[]): string {
  return parts.reduce((text, [what, by]) => {
    const changed = text.replace(what, () => by)
    if (changed === text) throw new Error(`not found in the workbook: ${what}`)
    return changed
  }, xml)
}
