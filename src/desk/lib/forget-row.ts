import type { QueryClient } from '@tanstack/react-query'

/** First words of keys under which answers about people are kept; the log and the figures name nobody. */
const personal: readonly unknown[] = ['bookings', 'messages', 'week', 'letters', 'person', 'typed']

const names = (value: unknown, id: string): boolean => JSON.stringify(value ?? null).includes(id)

/** The same without the items of lists that name the row, however deep the lists lie. */
function without(value: unknown, id: string): unknown {
  if (Array.isArray(value)) {
    return value.filter((item) => Array.isArray(item) || !names(item, id)).map((item) => without(item, id))
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, names(part, id) ? without(part, id) : part]),
  )
}

/**
 * Lets go of a row that is gone, wherever an answer has it: out of lists it is taken at once, and what is about it alone
 * is forgotten and, where a screen shows it, asked for anew.
 */
export function forgetRow(client: QueryClient, id: string): void {
  for (const { queryKey, state } of client.getQueryCache().getAll()) {
    const [first] = queryKey
    if (!personal.includes(first)) continue
    const isAbout = names(queryKey, id)
    if (!isAbout && !names(state.data, id)) continue
    const rest = without(state.data, id)
    if (isAbout || first === 'person' || names(rest, id)) void client.resetQueries({ queryKey, exact: true })
    else client.setQueryData(queryKey, rest)
  }
  // A letter is kept by a name of its own, and may be to them.
  void client.resetQueries({ queryKey: ['letters', 'shown'] })
}
