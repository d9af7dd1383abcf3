/** The first line of a sheet, quoted as PostgreSQL quotes those that follow. */
export const headerLine = (names: readonly string[]): string =>
  names.map((name) => (/[\s",()\\]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name)).join(',')

/** Makes a browser save the answer as a file. */
export const sheetHeaders = (name: string) => ({
  'content-type': 'text/csv; charset=utf-8',
  'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '-')}.csv"`,
})
