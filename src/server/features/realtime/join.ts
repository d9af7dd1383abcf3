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
 * Admits a join, or throws a refusal. The library joins without a token while it asks its program for one, joins with
 * the expired one later, and asks for a new one once a join has succeeded. Such channels have no caller, and get no
 * changes before their token arrives.
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

/** The caller that a token identifies, if they may watch these tables; else throws. */
export async function watcherOf(
  room: Judging,
  token: unknown,
  bindings: readonly Binding[],
): Promise<Caller> {
  const caller = await callerOf(token, room.keys, room.isKey)
  // Not for good: a page may join before its sign-in has finished, and then the client tries again with a token.
  if (caller.role === 'anon') {
    const wanted = [...new Set(bindings.map(({ table }) => `${schema}.${table}`))].join(', ')
    throw new Refused(`Watching ${wanted} needs an access token`)
  }
  await room.database.transaction(caller.role, caller.claims, (tx) => checkBindings(tx, bindings))
  return caller
}

/** A missing right may be granted later, so that refusal is not final; a missing column comes only with a release. */
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
