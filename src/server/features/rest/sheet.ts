import { stringify } from 'csv-stringify/sync'

export type Cells = readonly (string | null)[]

/**
 * RFC 4180. A cell that a spreadsheet would run as a formula gets an apostrophe before it, whoever wrote the function
 * that gave it; a negative number is none.
 */
const options = {
  record_delimiter: 'windows',
  escape_formulas: true,
  cast: {
    string: (value: string) => (/^-\d+(\.\d+)?$/.test(value) ? { value, escape_formulas: false } : value),
  },
} as const

/** Lines of a sheet, each with its end. */
export const csvOf = (rows: readonly Cells[]): string => stringify([...rows], options)

/** What a browser needs to keep it as a file. */
export const sheetHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.csv"`,
})
