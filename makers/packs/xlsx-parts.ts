import type { Cell, Sheet, SheetColumn } from './types.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

/**
 * What the library leaves out of a sheet: the values of formulas, for viewers that do not calculate; a width of one
 * page in print; and the right name of the part below the frozen rows.
 */
export function finishSheet(xml: string, sheet: Sheet, firstRow: number): string {
  const cells = [...sheet.rows, ...(sheet.totals ?? [])]
  const valued = xml.replace(
    /<c r="([A-Z]+)(\d+)"([^>]*)>(<f>.*?<\/f>)<\/c>/g,
    (_, column: string, row: string, rest: string, formula: string) => {
      const cell = cells[Number(row) - firstRow]?.[columnIndex(column)]
      const { kind } = sheet.columns[columnIndex(column)] ?? { kind: 'text' }
      return `<c r="${column}${row}"${rest}${valueMarkup(cell, formula, kind)}</c>`
    },
  )
  // Not marked as the user's height, so that a row grows with what is typed into it.
  const growing = valued.replace(
    /<row r="(\d+)"([^>]*) customHeight="1"/g,
    (row, number: string, rest: string) =>
      Number(number) < firstRow - 1 ? row : `<row r="${number}"${rest}`,
  )
  return replaceOnce(
    replaceOnce(
      replaceOnce(growing, /<pane ySplit="(\d+)" xSplit="0"/, '<pane ySplit="$1"'),
      'activePane="bottomRight"',
      'activePane="bottomLeft"',
    ),
    '<pageSetup ',
    '<pageSetup fitToWidth="1" fitToHeight="0" ',
  )
    .replace('</sheetData>', `</sheetData>${filterMarkup(sheet, firstRow)}`)
    .replace('<sheetViews>', '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr><sheetViews>')
}

/** Adds filter buttons to tables that are too long to be seen at once. */
const longTable = 20

function filterMarkup({ columns, rows }: Sheet, firstRow: number): string {
  if (rows.length < longTable) return ''
  const last = String.fromCharCode(64 + columns.length)
  return `<autoFilter ref="A${firstRow - 1}:${last}${firstRow + rows.length - 1}"/>`
}

function valueMarkup(cell: Cell | undefined, formula: string, kind: SheetColumn['kind']): string {
  if (typeof cell !== 'object' || cell === null) throw new Error(`a formula without its value: ${formula}`)
  const isDay = (cell.kind ?? kind) === 'date' && /^\d{4}-\d\d-\d\d$/.test(String(cell.value))
  const value = isDay ? dayNumber(String(cell.value)) : cell.value
  const isText = typeof value === 'string'
  return `${isText ? ' t="str"' : ''}>${formula}<v>${escapeXml(String(value))}</v>`
}

/** Spreadsheets count days from the end of 1899. */
const dayNumber = (day: string) => Math.round((Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000)

/** Names the rows that head every printed page, and asks for a calculation when the file is opened. */
export function finishWorkbook(
  xml: string,
  sheets: readonly Sheet[],
  headingRow: (sheet: Sheet) => number,
): string {
  const names = sheets.map((sheet, index) => {
    const row = headingRow(sheet)
    const rows = escapeXml(`'${sheet.name.replaceAll("'", "''")}'!$${row}:$${row}`)
    return `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${rows}</definedName>`
  })
  return replaceOnce(
    replaceOnce(xml, '<definedNames/>', `<definedNames>${names.join('')}</definedNames>`),
    '<calcPr/>',
    '<calcPr fullCalcOnLoad="1"/>',
  )
}

const columnIndex = (letters: string) =>
  Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** Throws when the library's output no longer has the place where our part belongs. */
function replaceOnce(xml: string, what: string | RegExp, by: string): string {
  const changed = xml.replace(what, by)
  if (changed === xml) throw new Error(`the workbook has no ${what} any more`)
  return changed
}
