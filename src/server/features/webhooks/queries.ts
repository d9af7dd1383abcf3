import type { Transaction } from '#server/lib/db/database.ts'
import { columnsOf, type RowOf, selectRows } from '#server/lib/db/rows.ts'
import type { WebhookInput } from '#shared/contract/webhooks.ts'

const hookColumns = columnsOf('public.webhooks', [
  'id',
  'url',
  'is_active',
  'sealed_secret',
  'sealed_previous',
  'previous_until',
])
export type WebhookSecretsRow = RowOf<typeof hookColumns>

export async function readHook(tx: Transaction, id: string): Promise<WebhookSecretsRow | null> {
  const [hook = null] = await selectRows(tx, hookColumns, 'where id = $1', [id])
  return hook
}

export async function insertHook(
  tx: Transaction,
  hook: WebhookInput & { id: string; sealedSecret: string },
): Promise<void> {
  await tx.query(
    'insert into public.webhooks (id, url, description, events, sealed_secret) values ($1, $2, $3, $4, $5)',
    [hook.id, hook.url, hook.description, hook.events, hook.sealedSecret],
  )
}

/** Returns false if the webhook does not exist. */
export async function updateHook(
  tx: Transaction,
  id: string,
  { url, description, events }: WebhookInput,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'update public.webhooks set url = $2, description = $3, events = $4 where id = $1',
    [id, url, description, events],
  )
  return rowCount > 0
}

/** Returns false if the webhook does not exist. Keeps only the new secret and the previous secret. */
export async function renewSecret(
  tx: Transaction,
  id: string,
  sealedSecret: string,
  previousUntil: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.webhooks
     set sealed_previous = sealed_secret, previous_until = $3, sealed_secret = $2 where id = $1`,
    [id, sealedSecret, previousUntil],
  )
  return rowCount > 0
}

export async function recordTest(tx: Transaction, id: string): Promise<void> {
  await tx.query('select private.record_webhook_test($1)', [id])
}

/** Records the result of an attempt. A webhook is switched off after `days` without a success. */
export async function recordAttemptResult(
  tx: Transaction,
  id: string,
  told: { wentWell: boolean; isGone: boolean; days: number; now: Date },
): Promise<void> {
  await tx.query('select private.record_webhook_attempt($1, $2, $3, make_interval(days => $4), $5)', [
    id,
    told.wentWell,
    told.isGone,
    told.days,
    told.now,
  ])
}

/** Returns all secrets in encrypted form. */
export async function findSealed(tx: Transaction): Promise<string[]> {
  const rows = await selectRows(tx, hookColumns, '')
  return rows.map(({ sealed_secret }) => sealed_secret)
}
