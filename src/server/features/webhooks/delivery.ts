import { randomBytes } from 'node:crypto'
import type { LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { SecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import type { Database } from '#server/lib/db/database.ts'
import type { Log } from '#server/lib/log.ts'
import { type OutgoingPolicy, outgoingFaultOf, readOutgoingUrl, request, userAgent } from '#server/lib/outgoing.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { OutgoingError } from '#shared/contract/webhooks.ts'
import type { WebhookSecretsRow } from './queries.ts'

export interface WebhookContext {
  database: Database
  clock: Clock
  cipher: SecretCipher
  log: Log
  publicUrl: () => string
  /** True if receivers may be in a private network or accept unencrypted requests. */
  allowPrivate: boolean
  /** Replaces the system's resolver. */
  lookup?: LookupFunction
  /** The time limit for one attempt, in milliseconds. */
  patience?: number
}

export type DeliveryReply =
  | { status: number; retryAfter: string | undefined }
  /** No response came. `isDoubtful` is true if the receiver got the complete request. */
  | { fault: OutgoingError; isDoubtful: boolean }

export interface WebhookEvent {
  type: string
  timestamp: string
  data: unknown
}

export async function deliver(
  context: WebhookContext,
  hook: WebhookSecretsRow,
  id: string,
  { type, timestamp, data }: WebhookEvent,
  signal: AbortSignal,
): Promise<DeliveryReply> {
  const now = context.clock()
  const body = JSON.stringify({ type, timestamp, data })
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent('Webhooks', context.publicUrl()),
    ...signatureHeaders(id, now, body, await decryptSecrets(context.cipher, hook, now)),
  }
  return post(hook.url, { headers, body }, context, signal)
}

interface WebhookRequest {
  headers: Readonly<Record<string, string>>
  body: string
}

/** The maximum number of bytes that are read from a response. The response's content is ignored. */
const answerBytes = 8192

const usualPatience = 10_000

type PostOptions = OutgoingPolicy & Pick<WebhookContext, 'patience'>

/** Posts once to any URL, follows no redirects, ignores the response's content, and never throws. */
export async function post(
  address: string,
  { headers, body }: WebhookRequest,
  { patience = usualPatience, ...door }: PostOptions,
  signal: AbortSignal,
): Promise<DeliveryReply> {
  const url = readOutgoingUrl(address, door.allowPrivate)
  if (typeof url === 'string') return { fault: url, isDoubtful: false }
  const deadline = AbortSignal.timeout(patience)
  return new Promise((resolve) => {
    let isConnected = false
    let reply: DeliveryReply | null = null
    const sending = request(url, door, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      signal: AbortSignal.any([signal, deadline]),
    })
    // The status has arrived, so an error in the rest of the response does not matter.
    const end = (error: Error) => {
      const fault = deadline.aborted ? 'too-slow' : outgoingFaultOf(error)
      resolve(reply ?? { fault, isDoubtful: isConnected && sending.writableFinished })
    }
    sending.once('socket', (socket) => {
      socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
        isConnected = true
      })
    })
    sending.once('response', (answer) => {
      reply = { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
      let read = 0
      answer.on('data', (chunk: Buffer) => {
        read += chunk.length
        if (read > answerBytes) answer.destroy()
      })
      answer.on('error', () => {})
    })
    sending.on('error', end)
    sending.once('close', () => end(new Error('connection closed without a response')))
    sending.end(body)
  })
}

/** Milliseconds for which we also sign with the previous secret after a renewal. */
export const secretOverlap = 24 * 3_600_000

export const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

/** Binds the encrypted secret to its webhook, so that it cannot be decrypted in another webhook's row. */
const purpose = (id: string) => `webhook ${id}`

export const sealSecret = (cipher: SecretCipher, id: string, secret: string): Promise<string> =>
  cipher.seal(purpose(id), secret)

/** The secrets with which we sign at the given time, newest first. */
async function decryptSecrets(
  cipher: SecretCipher,
  { id, sealed_secret, sealed_previous, previous_until }: WebhookSecretsRow,
  now: number,
): Promise<string[]> {
  const previous = previous_until && previous_until.getTime() > now ? sealed_previous : null
  return Promise.all([sealed_secret, ...(previous ? [previous] : [])].map((one) => cipher.open(purpose(id), one)))
}

/** The Standard Webhooks headers of one attempt. `id` is the same in each attempt to send one event. */
export function signatureHeaders(
  id: string,
  now: number,
  body: string,
  secrets: readonly string[],
): Record<string, string> {
  const at = new Date(now)
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  }
}

const faultWords: Readonly<Record<OutgoingError, string>> = {
  'bad-address': 'This is not a web address. It must start with https:// and contain no user name or password.',
  'not-encrypted': 'The address must start with https://.',
  'private-address': 'The address points to a private network, which this server does not access.',
  'name-not-found': 'The host name in the address cannot be found.',
  refused: 'Nothing responds at this address.',
  certificate: 'There is no encrypted connection: the receiver has no valid certificate for this address.',
  'too-slow': 'The receiver did not respond in time.',
  'broken-off': 'The connection was lost before the receiver responded.',
}

export const faultInWords = (fault: OutgoingError): string => faultWords[fault]

export const isAccepted = (reply: DeliveryReply): boolean =>
  'status' in reply && reply.status >= 200 && reply.status < 300

/**
 * The receiver's response in words, for owners. Leaves out the response's content, because anyone could have written
 * it.
 */
export function replyInWords(reply: DeliveryReply): string {
  if ('fault' in reply) return faultInWords(reply.fault)
  const { status } = reply
  if (isAccepted(reply)) return `The receiver responded with ${status}.`
  if (status >= 300 && status < 400) return `The receiver responded with ${status}, a redirect, which is not followed.`
  if (status === 410) return 'The receiver responded with 410: it no longer exists.'
  return `The receiver responded with ${status}.`
}
