/**
 * Puts an apostrophe before text that a spreadsheet would run as a formula or reformat as a number. In some
 * countries, spreadsheets separate cells with `;`, `|` or tabs, so the text after these characters is escaped too. Must
 * match `private.csv_cell`, which does the same in the database.
 */
const harmless = (text: string): string =>
  (/^(?:[-=+@'\t\r\n＝＋－＠]|0[0-9 ()./-]+$|[0-9]{12,}$)/.test(text) ? "'" : '') +
  text.replace(/(^[ "]+|[;|\t\r\n][ "]*)('*[-=+@＝＋－＠])/g, "$1'$2")

const cell = (value: string | number | null): string => {
  const text = typeof value === 'string' ? harmless(value) : `${value ?? ''}`
  return /[\s",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export type CsvRow = Readonly<Record<string, string | number | null>>

/**
 * Returns CSV with a header, for rows with the same columns. Null becomes an empty cell, and an empty list becomes an
 * empty string.
 */
export function csvOf(rows: readonly CsvRow[]): string {
  const [first] = rows
  if (!first) return ''
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row))]
  return lines.map((line) => `${line.map(cell).join(',')}\n`).join('')
}

/** The byte order mark. Without this mark, Excel does not recognize UTF-8 and garbles accented names. */
export const byteOrderMark = '\ufeff'

export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The URL is revoked later, because the download reads it after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
