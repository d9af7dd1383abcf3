import type { Transaction } from '#server/lib/db/database.ts'

/** Counts of the data that is encrypted with the key, or that cannot be used without it. */
export interface Losses {
  factors: number
  recoverySets: number
  sessions: number
  webhooks: number
  calendars: number
  mailboxes: number
  letters: number
}

export async function countLosses(tx: Transaction): Promise<Losses> {
  const { rows } = await tx.query<Losses>(
    `select
       (select count(*) from auth.mfa_factors where secret is not null)::int as "factors",
       (select count(*) from private.recovery_code_sets)::int as "recoverySets",
       (select count(*) from auth.sessions)::int as "sessions",
       (select count(*) from public.webhooks)::int as "webhooks",
       (select count(*) from private.host_calendars where sealed_access is not null)::int as "calendars",
       (select count(*) from private.team_mailbox where sealed_password is not null)::int as "mailboxes",
       (select count(*) from public.outbox where sealed is not null)::int as "letters"`,
  )
  if (!rows[0]) throw new Error('counts are missing')
  return rows[0]
}

/** Deletes all signing keys. The next start creates a new key. */
export async function deleteSigningKeys(tx: Transaction): Promise<void> {
  await tx.query('delete from private.signing_keys')
}

/**
 * Deletes authenticator apps and recovery codes, but not passkeys, which are not encrypted. Returns the users who
 * had a verified app.
 */
export async function deleteSecondSteps(tx: Transaction): Promise<string[]> {
  await tx.query('delete from private.recovery_code_sets')
  const { rows } = await tx.query<{ user_id: string; status: string }>(
    'delete from auth.mfa_factors where secret is not null returning user_id, status',
  )
  return [...new Set(rows.filter(({ status }) => status === 'verified').map(({ user_id }) => user_id))]
}

/** Deletes all sessions and all unfinished sign-ins. */
export async function deleteSessions(tx: Transaction): Promise<void> {
  await tx.query('delete from auth.sessions')
  await tx.query('delete from auth.flow_state')
}

/** Drops emails that can no longer be decrypted. */
export async function dropSealedLetters(tx: Transaction): Promise<void> {
  await tx.query(
    `update public.outbox set state = 'dropped', reason = 'its encryption key was lost', settled_at = now(), sealed = null,
       lease_owner = null, lease_expires_at = null
     where sealed is not null`,
  )
}

export async function listWebhooks(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>('select id from public.webhooks')
  return rows.map(({ id }) => id)
}

/** Pauses the webhook, and replaces its secrets with a secret that its receiver does not know. */
export async function pauseWebhook(tx: Transaction, id: string, sealedSecret: string): Promise<void> {
  await tx.query(
    `update public.webhooks set sealed_secret = $2, sealed_previous = null, previous_until = null, is_active = false
     where id = $1`,
    [id, sealedSecret],
  )
}

/**
 * The server reads these calendars again only after their hosts add them again. The last known busy times of these
 * calendars still count.
 */
export async function forgetCalendarAddresses(tx: Transaction): Promise<void> {
  await tx.query(
    `update private.host_calendars
     set sealed_access = null, fault = 'key-lost', failing_since = coalesce(failing_since, now())
     where sealed_access is not null`,
  )
}

/** The server reads the team's mailbox again only after an owner enters its password again. */
export async function forgetMailboxPassword(tx: Transaction): Promise<void> {
  await tx.query(
    `update private.team_mailbox
     set sealed_password = null, fault = 'key-lost', failing_since = coalesce(failing_since, now())
     where sealed_password is not null`,
  )
}

export async function postResetLetter(tx: Transaction, userId: string): Promise<void> {
  await tx.query('select private.enqueue_reset_letter($1, null)', [userId])
}
