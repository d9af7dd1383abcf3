/**
 * A cell that a spreadsheet leaves as it is: what it would run as a formula, or read as a number and write differently, gets an
 * apostrophe before it, also behind what other countries have for a comma. The same as `private.csv_cell`, for what the
 * desk has already.
 */
const harmless = (text: string): string =>
  (/^(?:[-=+@'\t\r\n＝＋－＠]|0[0-9 ()./-]+$|[0-9]{12,}$)/.test(text) ? "'" : '') +
  text.replace(/(^[ "]+|[;|\t\r\n][ "]*)('*[-=+@＝＋－＠])/g, "$1'$2")

const cell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? harmless(value) : `${value ?? ''}`
  return /[\s",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export type CsvRow = Readonly<Record<string, string | number | null>>

/** Rows of the same columns as a file for a spreadsheet; null is an empty cell. Without rows it has none. */
export function csvOf(rows: readonly CsvRow[]): string {
  const [first] = rows
  if (!first) return ''
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row))]
  return lines.map((line) => `${line.map(cell).join(',')}\n`).join('')
}
