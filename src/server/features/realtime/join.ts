import * as v from 'valibot'
import { BadToken } from '#server/lib/auth/context.ts'
import type { RequestRole, Transaction } from '#server/lib/db/database.ts'
import type { Channel, ChannelCaller, Subscription } from './channel.ts'
import type { RealtimeContext } from './feed.ts'
import { noSuchRow, schema, sessionEnded, supportedChannels, tables } from './policy.ts'
import { type PresenceRow, presenceRow } from './presence.ts'
import { readRights, readVisible } from './queries.ts'

/** Thrown to refuse a request. The client receives the error's message. */
export class RefusedRequest extends Error {}

/** A refusal that is final, because a retry cannot succeed. */
export class FinalRefusal extends RefusedRequest {}

/**
 * True if an option has its default value. Default values are accepted, because the client sends them with every join.
 */
const isDefaultOption = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === false ||
  value === '' ||
  (typeof value === 'object' && Object.values(value).every(isDefaultOption))

const defaultOption = v.custom<unknown>(isDefaultOption, 'not supported')
const unaskedGroup = v.nullish(v.record(v.string(), defaultOption))

const subscription = v.strictObject({
  event: v.picklist(['*', 'INSERT', 'UPDATE', 'DELETE']),
  schema: v.literal(schema),
  table: v.picklist(tables),
  filter: v.nullish(v.literal('', ({ received }) => `the filter ${received} is not supported`)),
})

const joinSchema = (mostSubscriptions: number) =>
  v.object({
    access_token: v.optional(v.unknown()),
    config: v.optional(
      v.objectWithRest(
        {
          postgres_changes: v.nullish(v.pipe(v.array(subscription), v.maxLength(mostSubscriptions)), []),
          broadcast: unaskedGroup,
          presence: v.nullish(v.objectWithRest({ enabled: v.nullish(v.boolean()) }, defaultOption)),
        },
        defaultOption,
      ),
      {},
    ),
  })

type ChannelContent = Pick<Channel, 'subscriptions' | 'row'>

/** Reads a channel's token and content. The caller's rights are checked later. */
function readJoin(topic: string, payload: unknown, mostSubscriptions: number): ChannelContent & { token: unknown } {
  const { success, output, issues } = v.safeParse(joinSchema(mostSubscriptions), payload)
  if (!success) {
    const [issue] = issues
    throw new FinalRefusal(`'${v.getDotPath(issue) ?? 'payload'}': ${issue.message}. ${supportedChannels}`)
  }
  const { access_token: token, config } = output
  const subscriptions = config.postgres_changes ?? []
  const row = config.presence?.enabled && subscriptions.length === 0 ? presenceRow(topic) : null
  if (config.presence?.enabled && !row) {
    throw new FinalRefusal(`'config.presence.enabled': not supported. ${supportedChannels}`)
  }
  if (!row && subscriptions.length === 0) {
    throw new FinalRefusal(`A channel without postgres_changes would receive nothing. ${supportedChannels}`)
  }
  return { token, subscriptions, row }
}

/**
 * Accepts a join, or throws a refusal. The client library gets its token asynchronously, so its first join has no
 * token, and a later join may have an expired token. After each successful join, the library requests a new token.
 * Until the new token arrives, the channel has no caller and receives no changes.
 */
export async function admitJoin(
  context: RealtimeContext,
  topic: string,
  payload: unknown,
  programsToken: string | null,
): Promise<ChannelContent & { caller: ChannelCaller | null }> {
  const { token, ...content } = readJoin(topic, payload, context.limits.subscriptions)
  const presented = token || programsToken
  if (!presented) return { caller: null, ...content }
  try {
    return { caller: await requireWatcher(context, presented, content), ...content }
  } catch (error) {
    if (error instanceof BadToken && error.reason === 'expired') return { caller: null, ...content }
    throw error
  }
}

/** The caller for all requests with the publishable key. */
const anonymous: ChannelCaller = {
  role: 'anon',
  claims: { role: 'anon' },
  key: 'anon',
  expires: Number.POSITIVE_INFINITY,
}

const roles: readonly string[] = ['anon', 'authenticated', 'service_role'] satisfies RequestRole[]
const isRole = (role: string): role is RequestRole => roles.includes(role)

/**
 * Returns the caller that a token identifies; throws `BadToken` if the token is not valid. If no user is signed in, the
 * client sends its publishable key as the token.
 */
export async function callerOf(
  { keys, isKey }: Pick<RealtimeContext, 'keys' | 'isKey'>,
  token: unknown,
): Promise<ChannelCaller> {
  if (token === undefined || token === null || token === '') return anonymous
  if (typeof token !== 'string') throw new BadToken('undecodable')
  if (isKey(token)) return anonymous
  const claims = await keys.verify(token)
  if (!isRole(claims.role)) throw new BadToken('undecodable')
  return { role: claims.role, claims, key: JSON.stringify(claims), expires: claims.exp * 1000 }
}

/** The caller that a token identifies. Throws if the caller has no right to watch these tables or this row. */
export async function requireWatcher(
  context: RealtimeContext,
  token: unknown,
  { subscriptions, row }: ChannelContent,
): Promise<ChannelCaller> {
  const caller = await callerOf(context, token)
  const watched = row ? [row.table] : [...new Set(subscriptions.map(({ table }) => table))]
  // This refusal is not final, because a page can join before its sign-in is complete; the client then retries with a
  // token.
  if (caller.role === 'anon') {
    const names = watched.map((table) => `${schema}.${table}`).join(', ')
    throw new RefusedRequest(`Watching ${names} requires an access token`)
  }
  await context.database.transaction(caller.role, caller.claims, async (tx) => {
    if (row) return requireReader(tx, row, caller)
    for (const table of watched) {
      await checkRights(
        tx,
        table,
        subscriptions.filter((each) => each.table === table),
      )
    }
  })
  return caller
}

/** Throws unless the caller is a member who can read the row now. A program has no user who could be present. */
async function requireReader(tx: Transaction, { table, id }: PresenceRow, { role }: ChannelCaller): Promise<void> {
  const { isLive, hearsOfDeletions, ids } = await readVisible(tx, table, [id])
  if (!isLive) throw new FinalRefusal(sessionEnded)
  if (role !== 'authenticated' || !hearsOfDeletions || ids.length === 0) throw new FinalRefusal(noSuchRow)
}

/** Throws if a right is missing. The refusal is not final, because the right may be granted later. */
async function checkRights(
  tx: Transaction,
  table: Subscription['table'],
  subscriptions: readonly Subscription[],
): Promise<void> {
  const { isLive, hearsOfDeletions, readsIds } = await readRights(tx, table)
  if (!isLive) throw new FinalRefusal(sessionEnded)
  if (!readsIds) throw new RefusedRequest(`No right to read ${schema}.${table}`)
  if (!hearsOfDeletions && subscriptions.some(({ event }) => event === 'DELETE'))
    throw new RefusedRequest(`No right to receive deletions from ${schema}.${table}`)
}
