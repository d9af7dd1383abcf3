/** The data API's refusal of a row. */
interface Refusal {
  readonly message: string
  readonly hint: string
}

/**
 * Our server's hint names every refused column: `phone is required; preferred_time must not be in the past`. Other
 * servers return PostgreSQL's message, which names one: by its constraint (`<table>_<column>_check`) or as `column
 * "name"`.
 */
export function refusedColumns(
  { message, hint }: Refusal,
  table: string,
): { readonly column: string; readonly reason: string }[] {
  const hinted = hint.split('; ').flatMap((part) => {
    const [, column = '', reason = ''] = /^(\w+) (.+)$/.exec(part) ?? []
    return column ? [{ column, reason }] : []
  })
  const named =
    message.match(new RegExp(`"${table}_(\\w+)_check"`)) ??
    message.match(/column "(\w+)"/) ??
    message.match(/'(\w+)' column/)
  return [...hinted, { column: named?.[1] ?? '', reason: '' }]
}
