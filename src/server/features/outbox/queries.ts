import type { Database } from '#server/lib/db/database.ts'
import { callSqlFunction, columnsOf, selectRowsFrom } from '#server/lib/db/rows.ts'
import type { OutboxChannel } from '#shared/contract/outbox.ts'

/** One item to send. Times are milliseconds since 1970. */
export interface OutboxItem {
  id: string
  createdAt: number
  channel: OutboxChannel
  kind: string
  bookingId: string | null
  messageId: string | null
  userId: string | null
  webhookId: string | null
  recipient: string | null
  facts: Readonly<Record<string, unknown>>
  sealed: string | null
  /** The number of attempts, including the current one. */
  attempts: number
  isDoubtful: boolean
}

const outboxRole = ['backline_outbox', {}] as const

/** An item with its deadlines. */
export interface LeasedItem extends OutboxItem {
  endsAt: number | null
  giveUpAt: number
}

const columns = columnsOf('public.outbox', [
  'id',
  'created_at',
  'channel',
  'kind',
  'booking_id',
  'message_id',
  'user_id',
  'webhook_id',
  'recipient',
  'facts',
  'sealed',
  'attempts',
  'may_have_arrived',
  'ends_at',
  'abandon_at',
])

/** Leases due items for `lease` milliseconds: at most `most` items per receiver. */
export async function leaseItems(
  database: Database,
  claim: { leaseOwner: string; channel: OutboxChannel; most: number; lease: number; now: number },
): Promise<LeasedItem[]> {
  const rows = await selectRowsFrom(
    database.alone(...outboxRole),
    columns,
    "private.lease_outbox($1, $2, $3, $4 * interval '1 millisecond', $5) order by due_at",
    [claim.leaseOwner, claim.channel, claim.most, claim.lease, new Date(claim.now)],
  )
  return rows.map((row) => ({
    id: row.id,
    createdAt: row.created_at.getTime(),
    channel: row.channel,
    kind: row.kind,
    bookingId: row.booking_id,
    messageId: row.message_id,
    userId: row.user_id,
    webhookId: row.webhook_id,
    recipient: row.recipient,
    facts: row.facts,
    sealed: row.sealed,
    attempts: row.attempts,
    isDoubtful: row.may_have_arrived,
    endsAt: row.ends_at?.getTime() ?? null,
    giveUpAt: row.abandon_at.getTime(),
  }))
}

/** Renews the leases of this process. */
export async function renewLeases(database: Database, leaseOwner: string, lease: number): Promise<void> {
  await database
    .alone(...outboxRole)
    .query("select private.renew_outbox_leases($1, $2 * interval '1 millisecond')", [leaseOwner, lease])
}

/** The result of an attempt; if `state` is 'waiting', `dueAt` is the time of the next attempt. */
export interface AttemptResult {
  state: 'sent' | 'dropped' | 'failed' | 'waiting'
  sentAs?: string | undefined
  reason?: string | undefined
  isDoubtful?: boolean
  isOfAddress?: boolean | undefined
  /** True if the process returned the item without trying to send it. */
  isUntried?: boolean
  /** Milliseconds since 1970; if absent, the due time does not change. */
  dueAt?: number
}

/** Records the result of an attempt. Returns true if this process still had the lease. */
export async function recordAttempt(
  database: Database,
  leaseOwner: string,
  id: string,
  { state, sentAs, reason, dueAt, ...are }: AttemptResult,
): Promise<boolean> {
  const result = {
    state,
    sent_as: sentAs,
    // PostgreSQL cannot store NUL characters. If the result were not stored, the item would be sent again.
    reason: reason?.replaceAll(/\p{Cc}+/gu, ' '),
    may_have_arrived: are.isDoubtful ?? false,
    is_untried: are.isUntried ?? false,
    is_of_address: are.isOfAddress ?? false,
    due_at: dueAt === undefined ? undefined : new Date(dueAt),
  }
  const settled = await callSqlFunction(database.alone(...outboxRole), 'private.record_outbox_attempt', [
    leaseOwner,
    id,
    JSON.stringify(result),
  ])
  return settled === true
}

/** Queues reminders and other emails that depend only on the time. */
export const queueScheduledEmails = (database: Database, now: number) =>
  database.alone(...outboxRole).query('select private.plan_letters($1)', [new Date(now)])

/** Queues an email to the team if errors in visitors' browsers are far more frequent than usual. */
export const queueErrorEmail = (database: Database, now: number) =>
  database.alone(...outboxRole).query('select private.plan_fault_letter($1)', [new Date(now)])

/** Deletes old items, and returns their number. */
export async function deleteOldItems(database: Database, now: number): Promise<number> {
  return (await callSqlFunction(database.alone(...outboxRole), 'private.prune_outbox', [new Date(now)])) ?? 0
}
