import type { Database } from '#server/lib/db/database.ts'
import type { Channel } from './channel.ts'
import { readAccess, readRows } from './queries.ts'
import type { Binding, Caller, Change, Column, Filter, Row } from './types.ts'

/** A slower statement would delay the changes of all callers. */
const seconds = 5

/** The rows of one table that a caller may see. */
export interface Seen {
  hearsOfDeletions: boolean
  columns: readonly Column[]
  rows: ReadonlyMap<string, Row>
  /** The texts of the filters, in the order of `Row.matches`. */
  filters: readonly string[]
}

export const concerns = (binding: Binding, change: Change): boolean =>
  binding.table === change.table && binding.kinds.includes(change.kind)

/**
 * Reads the changed rows as the caller, in one transaction, so that their rights are checked at this moment. Null when
 * the caller's session has ended.
 */
export async function readFor(
  database: Database,
  caller: Caller,
  channels: readonly Channel[],
  changes: readonly Change[],
): Promise<ReadonlyMap<string, Seen> | null> {
  const bindings = channels.flatMap((channel) => channel.bindings)
  const wanted = changes.filter((change) => bindings.some((binding) => concerns(binding, change)))
  const seen = new Map<string, Seen>()
  if (wanted.length === 0) return seen
  return database.transaction(
    caller.role,
    caller.claims,
    async (tx) => {
      for (const table of new Set(wanted.map((change) => change.table))) {
        const { isLive, hearsOfDeletions, columns } = await readAccess(tx, table)
        if (!isLive) return null
        const here = wanted.filter((change) => change.table === table && change.kind !== 'DELETE')
        const ids = new Set(here.map(({ id }) => id))
        const filters = filtersOf(bindings, table)
        const rows = await readRows(tx, table, columns, filters, [...ids])
        seen.set(table, { hearsOfDeletions, columns, rows, filters: filters.map(({ text }) => text) })
      }
      return seen
    },
    seconds,
  )
}

/** Each filter once, however many channels have it. */
function filtersOf(bindings: readonly Binding[], table: string): Filter[] {
  const byText = new Map<string, Filter>()
  for (const binding of bindings) {
    if (binding.table === table && binding.filter) byText.set(binding.filter.text, binding.filter)
  }
  return [...byText.values()]
}
