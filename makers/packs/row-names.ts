import type { Draft, DraftSheet } from './types.ts'

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
export function numberRows(draft: Draft): Draft {
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
