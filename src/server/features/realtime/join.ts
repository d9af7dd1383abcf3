import { BadToken } from '#server/lib/auth/types.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import { readJoin } from './bindings.ts'
import { callerOf } from './caller.ts'
import { schema } from './policy.ts'
import { readAccess, tryFilter } from './queries.ts'
import { Refused, RefusedForGood } from './refused.ts'
import type { Room } from './room.ts'
import type { Binding, Caller } from './types.ts'

type Judging = Pick<Room, 'database' | 'keys' | 'isKey'>

/**
 * Decides whether somebody may join, and says so by throwing where not. The library joins without a token while it asks its
 * program for one, joins with the expired one after its end, and asks anew as soon as a join has succeeded. Those join
 * without a caller, and hear nothing before their token has come.
 */
export async function admit(
  room: Judging & Pick<Room, 'limits'>,
  payload: unknown,
  programsToken: string | null,
): Promise<{ caller: Caller | null; bindings: readonly Binding[] }> {
  const { token, bindings } = readJoin(payload, room.limits.bindings)
  const asked = token || programsToken
  const caller = asked ? await watcherOf(room, asked, bindings).catch(nobodyYet) : null
  return { caller, bindings }
}

function nobodyYet(error: unknown): null {
  if (error instanceof BadToken && error.reason === 'expired') return null
  throw error
}

/** Who a token speaks for, if they may watch this; throws where not. */
export async function watcherOf(
  room: Judging,
  token: unknown,
  bindings: readonly Binding[],
): Promise<Caller> {
  const caller = await callerOf(token, room.keys, room.isKey)
  // A token may come while the client asks again, which a page does that was quicker than its sign-in.
  if (caller.role === 'anon') {
    const wanted = [...new Set(bindings.map(({ table }) => `${schema}.${table}`))].join(', ')
    throw new Refused(`Watching ${wanted} needs an access token`)
  }
  await room.database.transaction(caller.role, caller.claims, (tx) => checkBindings(tx, bindings))
  return caller
}

/** Rights are given while we serve, so to miss them is for now; a column comes with a release. */
async function checkBindings(tx: Transaction, bindings: readonly Binding[]): Promise<void> {
  for (const table of new Set(bindings.map((binding) => binding.table))) {
    const { isLive, hearsOfDeletions, columns } = await readAccess(tx, table)
    if (!isLive) throw new RefusedForGood('The session has ended')
    if (!columns.some(({ name }) => name === 'id')) throw new Refused(`No right to read ${schema}.${table}`)
    for (const { kinds, filter } of bindings.filter((binding) => binding.table === table)) {
      if (!hearsOfDeletions && kinds.every((kind) => kind === 'DELETE'))
        throw new Refused(`No right to hear what is deleted from ${schema}.${table}`)
      if (filter) await tryFilter(tx, table, columns, filter)
    }
  }
}
