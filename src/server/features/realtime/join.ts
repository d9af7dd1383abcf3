import type { Transaction } from '#server/lib/db/database.ts'
import { readJoin } from './bindings.ts'
import { callerOf } from './caller.ts'
import { schema } from './policy.ts'
import { readAccess, tryFilter } from './queries.ts'
import { Refused, RefusedForGood } from './refused.ts'
import type { Room } from './room.ts'
import type { Binding, Caller } from './types.ts'

/** Decides whether somebody may join, and says so by throwing where not. */
export async function admit(
  room: Pick<Room, 'database' | 'keys' | 'isKey' | 'limits' | 'clock'>,
  payload: unknown,
  programsToken: string | null,
): Promise<{ caller: Caller; bindings: readonly Binding[] }> {
  const { token, bindings } = readJoin(payload, room.limits.bindings)
  const caller = await callerOf(token || programsToken, room.keys, room.isKey)
  // A token may come while the client asks again, which a page does that was quicker than its sign-in.
  if (caller.role === 'anon') {
    const wanted = [...new Set(bindings.map(({ table }) => `${schema}.${table}`))].join(', ')
    throw new Refused(`Watching ${wanted} needs an access token`)
  }
  await room.database.transaction(caller.role, caller.claims, (tx) => checkBindings(tx, bindings))
  return { caller, bindings }
}

/** Rights are given while we serve, so to miss them is for now; a column comes with a release. */
async function checkBindings(tx: Transaction, bindings: readonly Binding[]): Promise<void> {
  for (const table of new Set(bindings.map((binding) => binding.table))) {
    const { isLive, hearsOfDeletions, columns } = await readAccess(tx, table)
    if (!isLive) throw new RefusedForGood('The session has ended')
    if (!columns.some(({ name }) => name === 'id')) throw new Refused(`No right to read ${schema}.${table}`)
    const names = new Set(columns.map(({ name }) => name))
    for (const { kinds, filter, select } of bindings.filter((binding) => binding.table === table)) {
      if (!hearsOfDeletions && kinds.every((kind) => kind === 'DELETE'))
        throw new Refused(`No right to hear what is deleted from ${schema}.${table}`)
      const stranger = select?.find((name) => !names.has(name))
      if (stranger !== undefined) throw new RefusedForGood(`There is no column '${stranger}' to select`)
      if (filter) await tryFilter(tx, table, columns, filter)
    }
  }
}
