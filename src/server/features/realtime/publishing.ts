import type { Channel } from './channel.ts'
import { schema } from './policy.ts'
import { concerns, type Seen } from './reading.ts'
import type { Binding, Change, Column, Row } from './types.ts'

/** Publishes a change to a channel, if it subscribed to it and its caller may see the row. */
export function publish(channel: Channel, change: Change, seen: Seen | undefined): void {
  if (seen && change.kind === 'DELETE') publishDeletion(channel, change, seen)
  const row = seen?.rows.get(change.id)
  if (!seen || !row || change.kind === 'DELETE') return
  const bindings = channel.bindings.filter(
    (binding) => concerns(binding, change) && meets(binding, row, seen.filters),
  )
  if (bindings.length === 0) return
  channel.push('postgres_changes', {
    ids: bindings.map(({ id }) => id),
    data: dataOf(change, row, seen.columns),
  })
}

/** Publishes only the id of a deleted row, which no filter can match. */
function publishDeletion(channel: Channel, change: Change, { hearsOfDeletions, columns }: Seen): void {
  if (!hearsOfDeletions) return
  const bindings = channel.bindings.filter((binding) => concerns(binding, change) && binding.filter === null)
  if (bindings.length === 0) return
  channel.push('postgres_changes', {
    ids: bindings.map(({ id }) => id),
    data: {
      type: change.kind,
      schema,
      table: change.table,
      commit_timestamp: change.at,
      columns: columns.filter(({ name }) => name === 'id').map(({ name, type }) => ({ name, type })),
      old_record: { id: change.id },
      errors: null,
    },
  })
}

function meets({ filter }: Binding, row: Row, filters: readonly string[]): boolean {
  return filter === null || row.matches[filters.indexOf(filter.text)] === true
}

function dataOf(change: Change, { record }: Row, columns: readonly Column[]) {
  return {
    type: change.kind,
    schema,
    table: change.table,
    commit_timestamp: change.at,
    columns: columns.map(({ name, type }) => ({ name, type })),
    record,
    // The old values are unknown, except the id.
    ...(change.kind === 'UPDATE' && { old_record: { id: change.id } }),
    errors: null,
  }
}
