import type { DeliveryOutcome, OutboxItem, SendItem } from '#server/features/outbox/service.ts'
import { encryptionKeyIdOf, type SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Transaction } from '#server/lib/db/database.ts'
import type { OutgoingError } from '#shared/contract/webhooks.ts'
import {
  type DeliveryReply,
  deliver,
  isAccepted,
  newSecret,
  replyInWords,
  sealSecret,
  type WebhookContext,
  type WebhookEvent,
} from './delivery.ts'
import { findSealed, readHook, recordAttemptResult, type WebhookSecretsRow } from './queries.ts'

/** A failing webhook is switched off after this many days without a success. */
const daysOfPatience = 5

/** The longest delay that a receiver may request; a longer delay is ignored. */
const longestWait = 24 * 3_600_000

/** True if another attempt would end the same way. */
const isFinal: Readonly<Record<OutgoingError, boolean>> = {
  'bad-address': true,
  'not-encrypted': true,
  'private-address': true,
  'name-not-found': false,
  refused: false,
  certificate: false,
  'too-slow': false,
  'broken-off': false,
}

/** Sends the outbox's webhook events, and records which webhooks fail. */
export function webhookSender(context: WebhookContext): SendItem {
  const { database, clock, log } = context
  return async (item, signal) => {
    const { id, webhookId } = item
    const hook = webhookId && (await database.transaction('backline_outbox', {}, (tx) => readHook(tx, webhookId)))
    if (!hook) return { state: 'dropped', reason: 'The webhook was removed.' }
    if (!hook.is_active) return { state: 'dropped', reason: 'The webhook is switched off.' }
    const reply = await deliver(context, hook, id, eventOf(item), signal)
    // If an attempt was aborted because the server stopped, the attempt says nothing about the receiver.
    if (!signal.aborted) {
      await recordReply(context, hook, reply).catch((error: unknown) => {
        log.warn({ err: error }, 'recording webhook result failed')
      })
    }
    return outcomeOf(reply, clock())
  }
}

const eventOf = ({ facts, kind, createdAt }: OutboxItem): WebhookEvent => ({
  type: kind,
  timestamp: typeof facts.timestamp === 'string' ? facts.timestamp : new Date(createdAt).toISOString(),
  data: facts.data,
})

async function recordReply(
  { database, clock }: WebhookContext,
  { id }: WebhookSecretsRow,
  reply: DeliveryReply,
): Promise<void> {
  const isGone = 'status' in reply && reply.status === 410
  const told = { wentWell: isAccepted(reply), isGone, days: daysOfPatience, now: new Date(clock()) }
  await database.transaction('backline_outbox', {}, (tx) => recordAttemptResult(tx, id, told))
}

function outcomeOf(reply: DeliveryReply, now: number): DeliveryOutcome {
  const reason = replyInWords(reply)
  if (isAccepted(reply)) return { state: 'sent', reason }
  if ('fault' in reply) {
    return {
      state: 'missed',
      reason,
      isDoubtful: reply.isDoubtful,
      isFinal: isFinal[reply.fault],
    }
  }
  const { status, retryAfter } = reply
  const wait = status === 429 || status === 503 ? waitOf(retryAfter, now) : 0
  return {
    state: 'missed',
    reason,
    isDoubtful: false,
    isFinal: status === 410,
    ...(wait > 0 && wait <= longestWait && { notBefore: now + wait }),
  }
}

/** The delay in a Retry-After header, in milliseconds. The header contains a number of seconds or a date. */
function waitOf(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000
  const at = Date.parse(retryAfter)
  return Number.isNaN(at) ? 0 : at - now
}

export async function readWebhookSealers(tx: Transaction): Promise<string[]> {
  return [...new Set((await findSealed(tx)).map(encryptionKeyIdOf))]
}

/** Creates a new secret and encrypts it. */
export const sealNewSecret = (cipher: SecretCipher, id: string): Promise<string> => sealSecret(cipher, id, newSecret())
