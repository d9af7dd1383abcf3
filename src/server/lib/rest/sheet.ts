import { stringify } from 'csv-stringify/sync'

export type Cells = readonly (string | null)[]

/**
 * What a spreadsheet would take for the beginning of a formula, where it parts columns by something else than we do: it
 * sees no quotes then, so that may be anywhere behind a separator or a line end, and it may drop spaces and quotes before it.
 */
const hiddenFormula = /(^[ "]+|[;|\t\r\n][ "]*)(?=[-=+@＝＋－＠])/g

/**
 * RFC 4180. What a spreadsheet would run as a formula gets an apostrophe before it, whoever wrote the function that gave
 * it, and whichever separator that spreadsheet uses. A negative number is no formula; but in the first column the rest of
 * the line follows it, for who does not part by commas. Our own functions have made such cells in a way that can be
 * undone already: `private.csv_cell`.
 */
const options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  cast: {
    string: (value: string, { index }: { index: number }) => ({
      value: value.replace(hiddenFormula, "$1'"),
      escape_formulas: index === 0 || !/^-\d+(\.\d+)?$/.test(value),
    }),
  },
} as const

/** Lines of a sheet, each with its end. */
export const csvOf = (rows: readonly Cells[]): string => stringify([...rows], options)

/** What a browser needs to keep it as a file. */
export const sheetHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.csv"`,
})
