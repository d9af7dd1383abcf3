import { randomBytes, randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { OutboxItem } from '#server/features/outbox/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'
import { testEach } from '#shared/lib/testing.ts'
import { newSecret, sealSecret, secretOverlap, signatureHeaders } from './delivery.ts'
import { webhookSender } from './service.ts'
import { receiverForTest } from './testing.ts'

const cipher = openSecretCipher(randomBytes(32))
const hour = 3_600_000
const lines: string[] = []
const log = createLog({ write: (line) => void lines.push(line) })
const never = new AbortController().signal

let now: number
const test = await testDatabase()
const receiver = await receiverForTest()
afterAll(async () => {
  await receiver.close()
  await test.close()
})
beforeEach(async () => {
  now = Date.now()
  receiver.received.length = 0
  receiver.answer = (reply) => void reply.writeHead(204).end()
  await test.asOwner('truncate webhooks cascade')
})

const sender = (allowPrivate = true) =>
  webhookSender({
    database: test.database,
    clock: () => now,
    cipher,
    log,
    publicUrl: () => 'https://www.site.example',
    allowPrivate,
  })

/** A webhook with its secret, and one event to send. */
async function hook({ url = receiver.url, secret = newSecret() } = {}) {
  const id = randomUUID()
  await test.asOwner("insert into webhooks (id, url, events, sealed_secret) values ($1, $2, '{booking.created}', $3)", [
    id,
    url,
    await sealSecret(cipher, id, secret),
  ])
  const item: OutboxItem = {
    id: randomUUID(),
    createdAt: now,
    channel: 'webhook',
    kind: 'booking.created',
    bookingId: null,
    messageId: null,
    userId: null,
    webhookId: id,
    recipient: null,
    facts: {
      type: 'booking.created',
      timestamp: '2026-11-20T10:00:00.000Z',
      data: { name: 'Zoë "Ada" Łukasz' },
      before: null,
    },
    sealed: null,
    attempts: 1,
    isDoubtful: false,
  }
  return { id, secret, item }
}
const row = async (id: string) =>
  (
    await test.asOwner<{ is_active: boolean; stopped_because: string | null; failing_since: Date | null }>(
      'select is_active, stopped_because, failing_since from webhooks where id = $1',
      [id],
    )
  )[0]
const last = () => {
  const found = receiver.received.at(-1)
  if (!found) throw new Error('no event was received')
  return found
}
const headersOf = ({ headers }: ReturnType<typeof last>) => ({
  'webhook-id': String(headers['webhook-id']),
  'webhook-timestamp': String(headers['webhook-timestamp']),
  'webhook-signature': String(headers['webhook-signature']),
})

describe('a webhook delivery', () => {
  it('contains one event as JSON, with a signature that the Standard Webhooks library accepts', async () => {
    const { secret, item } = await hook()
    expect(await sender()(item, never)).toEqual({ state: 'sent', reason: 'The receiver responded with 204.' })
    const got = last()
    expect(got.headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': 'Webhooks/1 (+https://www.site.example)',
      'webhook-id': item.id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
    })
    const event = { ...item.facts }
    delete event.before
    expect(new Webhook(secret).verify(got.body, headersOf(got))).toEqual(event)
  })

  it('is signed as in the example in the Standard Webhooks specification', () => {
    const headers = signatureHeaders('msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330_000, '{"test": 2432232314}', [
      'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    ])
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('has the same id, but a new time and a new signature, in every attempt', async () => {
    const { secret, item } = await hook()
    receiver.answer = (reply) => void reply.writeHead(500).end('a page of HTML')
    expect(await sender()(item, never)).toEqual({
      state: 'missed',
      reason: 'The receiver responded with 500.',
      isDoubtful: false,
      isFinal: false,
    })
    now += 60_000
    await sender()({ ...item, attempts: 2 }, never)
    const [first, second] = receiver.received
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect(second?.body).toBe(first?.body)
    expect(Number(second?.headers['webhook-timestamp'])).toBe(Number(first?.headers['webhook-timestamp']) + 60)
    expect(() => new Webhook(secret).verify(last().body, headersOf(last()))).not.toThrow()
  })

  it('is signed with the old and the new secret for a day after the secret is renewed, and then only with the new secret', async () => {
    const { id, secret: old, item } = await hook()
    const secret = newSecret()
    await test.asOwner(
      'update webhooks set sealed_previous = sealed_secret, previous_until = $2, sealed_secret = $3 where id = $1',
      [id, new Date(now + secretOverlap), await sealSecret(cipher, id, secret)],
    )
    await sender()(item, never)
    expect(last().headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
    for (const one of [old, secret]) {
      expect(() => new Webhook(one).verify(last().body, headersOf(last()))).not.toThrow()
    }
    await test.asOwner('update webhooks set previous_until = $2 where id = $1', [id, new Date(now)])
    await sender()(item, never)
    expect(() => new Webhook(secret).verify(last().body, headersOf(last()))).not.toThrow()
    expect(() => new Webhook(old).verify(last().body, headersOf(last()))).toThrow('No matching signature')
  })

  it('never connects to a private IP address, and does not log the IP address of the receiver', async () => {
    const { connections } = receiver
    for (const url of [receiver.url, receiver.url.replace('http:', 'https:')]) {
      const { item } = await hook({ url })
      expect(await sender(false)(item, never)).toMatchObject({ state: 'missed', isFinal: true })
    }
    expect(receiver.connections).toBe(connections)
    expect(lines.join('')).not.toContain('127.0.0.1')
  })
})

describe('a receiver’s response', () => {
  it(
    'delays the retry by its Retry-After value if the value is valid and the status is 429 or 503',
    testEach(
      [
        [429, '120', 120_000],
        [503, '3600', hour],
        [503, 'in the date', 2 * hour],
        [503, '864000', undefined],
        [503, '-5', undefined],
        [503, 'soon', undefined],
        [500, '120', undefined],
      ],
      async (status, retryAfter, wait) => {
        now = Math.floor(now / 1000) * 1000
        const { item } = await hook()
        receiver.answer = (reply) => {
          const value = retryAfter === 'in the date' ? new Date(now + 2 * hour).toUTCString() : retryAfter
          reply.writeHead(status, { 'retry-after': value }).end()
        }
        expect(await sender()(item, never)).toEqual({
          state: 'missed',
          reason: `The receiver responded with ${status}.`,
          isDoubtful: false,
          isFinal: false,
          ...(wait !== undefined && { notBefore: now + wait }),
        })
      },
    ),
  )

  it('counts as a failed delivery, and is not followed, if it is a redirect', async () => {
    const { item } = await hook()
    receiver.answer = (reply) => void reply.writeHead(307, { location: `${receiver.url}/elsewhere` }).end()
    expect(await sender()(item, never)).toMatchObject({
      state: 'missed',
      reason: 'The receiver responded with 307, a redirect, which is not followed.',
    })
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hook'])
  })

  it('disables the webhook and drops the waiting events if the status is 410', async () => {
    const { id, item } = await hook()
    receiver.answer = (reply) => void reply.writeHead(410).end()
    expect(await sender()(item, never)).toMatchObject({ state: 'missed', isFinal: true })
    expect(await row(id)).toMatchObject({ is_active: false, stopped_because: 'gone' })
    expect(await sender()({ ...item, id: randomUUID() }, never)).toEqual({
      state: 'dropped',
      reason: 'The webhook is switched off.',
    })
    await test.asOwner('delete from webhooks')
    expect(await sender()(item, never)).toEqual({ state: 'dropped', reason: 'The webhook was removed.' })
    expect(receiver.received).toHaveLength(1)
  })

  it('disables the webhook if every delivery has failed for five days', async () => {
    const { id, item } = await hook()
    const failing = () => {
      receiver.answer = (reply) => void reply.writeHead(404).end()
    }
    failing()
    await sender()(item, never)
    expect((await row(id))?.failing_since).toEqual(new Date(now))
    now += 119 * hour
    receiver.answer = (reply) => void reply.writeHead(200).end()
    await sender()(item, never)
    expect(await row(id)).toMatchObject({ is_active: true, failing_since: null })
    failing()
    await sender()(item, never)
    now += 119 * hour
    await sender()(item, never)
    expect(await row(id)).toMatchObject({ is_active: true })
    now += hour
    await sender()(item, never)
    expect(await row(id)).toMatchObject({ is_active: false, stopped_because: 'failing' })
  })

  it('does not count as a failure if the sending server stops before the response arrives', async () => {
    const { id, item } = await hook()
    const stopping = new AbortController()
    receiver.answer = () => stopping.abort()
    expect(await sender()(item, stopping.signal)).toMatchObject({ state: 'missed', isDoubtful: true })
    expect(await row(id)).toMatchObject({ failing_since: null })
  })
})
