import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { Webhook } from 'standardwebhooks'
import * as v from 'valibot'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { authAppForTest, publishableKey, tokenOf } from '#server/app/testing.ts'
import type { OutboxItem } from '#server/features/outbox/service.ts'
import { secretOverlap } from '#server/features/webhooks/delivery.ts'
import { webhookRoutes } from '#server/features/webhooks/routes.ts'
import { webhookSender } from '#server/features/webhooks/service.ts'
import { receiverForTest } from '#server/features/webhooks/testing.ts'
import { webhookSecret } from '#shared/contract/webhooks.ts'
import { checkEachRow } from '#shared/lib/testing.ts'

/** Only owners may manage webhooks. */
const site = await authAppForTest()
/** `site.app` refuses webhooks in the operator's own network; this app accepts them. */
const app = fastify()
await app.register((scope) => webhookRoutes(scope, { ...site.auth, allowPrivate: true }), {
  prefix: '/webhooks/v1',
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
const receiver = await receiverForTest()
const owner = await site.member('owner')
const token = await tokenOf(owner.strong)
afterAll(async () => {
  await Promise.all([app.close(), receiver.close()])
  await site.close()
})
beforeEach(async () => {
  receiver.received.length = 0
  receiver.answer = (reply) => void reply.writeHead(200).end()
  await site.test.asOwner('truncate webhooks cascade')
})

const input = (change: object = {}) => ({
  url: receiver.url,
  events: ['message.created', 'booking.created'],
  description: 'Our CRM',
  ...change,
})

/** Sends a request over the network, because an injected request ends differently from a real one. */
async function ask(
  method: 'POST' | 'PATCH',
  path: string,
  body?: unknown,
  { bearer = token, at = url }: { bearer?: string | null; at?: string } = {},
) {
  const answer = await fetch(`${at}/webhooks/v1${path}`, {
    method,
    headers: {
      apikey: publishableKey,
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: answer.status, said: (await answer.json()) as Record<string, unknown> }
}

async function add(change: object = {}) {
  const { status, said } = await ask('POST', '', input(change))
  expect(status).toBe(201)
  return v.parse(webhookSecret, said)
}

const rows = () => site.test.asOwner('select * from webhooks')
const log = () =>
  site.test.asOwner(
    "select action, actor, details from audit_log where subject = 'webhooks' and at > now() - interval '1 minute' order by id desc limit 3",
  )

describe('an owner', () => {
  it('adds a webhook, whose secret is shown once and stored in encrypted form', async () => {
    const { id, secret } = await add()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const [row] = await rows()
    expect(row).toMatchObject({
      id,
      url: receiver.url,
      description: 'Our CRM',
      events: ['booking.created', 'message.created'],
      is_active: true,
    })
    expect(JSON.stringify(row)).not.toContain(secret)
    expect(site.log()).not.toContain(secret)
    expect(await log()).toContainEqual({
      action: 'webhook_added',
      actor: owner.id,
      details: { events: ['booking.created', 'message.created'] },
    })
    expect((await add()).secret).not.toBe(secret)
  })

  it('changes the URL and the events of a webhook', async () => {
    const { id } = await add()
    const elsewhere = `${receiver.url}/other?key=value`
    const { status } = await ask(
      'PATCH',
      `/${id}`,
      input({ url: `${elsewhere}#part`, events: ['booking.cancelled'], description: '' }),
    )
    expect(status).toBe(200)
    expect(await rows()).toMatchObject([{ url: elsewhere, events: ['booking.cancelled'], description: null }])
    expect((await log())[0]).toEqual({
      action: 'webhook_changed',
      actor: owner.id,
      details: { columns: ['description', 'events', 'url'] },
    })
  })

  it('can renew a webhook secret, and temporarily receives deliveries that are signed with both secrets', async () => {
    const { id, secret } = await add()
    const renewed = v.parse(webhookSecret, (await ask('POST', `/${id}/secret`)).said)
    const [row] = await site.test.asOwner<{ previous_until: Date }>('select previous_until from webhooks')
    expect(Math.abs((row?.previous_until.getTime() ?? 0) - site.auth.clock() - secretOverlap)).toBeLessThan(60_000)
    expect((await log())[0]).toEqual({ action: 'webhook_secret_renewed', actor: owner.id, details: {} })
    await ask('POST', `/${id}/test`)
    const [got] = receiver.received
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [
        name,
        // Each two-step verification code advanced the fake clock.
        String(got?.headers[name]),
      ]),
    )
    for (const one of [secret, renewed.secret]) {
      const key = new Webhook(one)
      const at = new Date(Number(headers['webhook-timestamp']) * 1000)
      const signature = key.sign(headers['webhook-id'] ?? '', at, got?.body ?? '')
      expect(headers['webhook-signature']?.split(' ')).toContain(signature)
    }
  })

  it('sends a test delivery and sees the result at once, even if the webhook is paused', async () => {
    const { id } = await add()
    expect((await ask('POST', `/${id}/test`)).said).toEqual({
      isTaken: true,
      says: 'The receiver responded with 200.',
    })
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: id },
    })
    await owner.strong.from('webhooks').update({ is_active: false }).eq('id', id)
    receiver.answer = (reply) => void reply.writeHead(401).end('<h1>who are you')
    expect((await ask('POST', `/${id}/test`)).said).toEqual({
      isTaken: false,
      says: 'The receiver responded with 401.',
    })
    expect((await ask('POST', `/${id}/test`, undefined, { at: site.url })).said).toEqual({
      isTaken: false,
      says: 'The address must start with https://.',
    })
    expect(receiver.received).toHaveLength(2)
    // A test does not count as a delivery.
    expect(await rows()).toMatchObject([{ failing_since: null }])
    expect((await log())[0]).toMatchObject({ action: 'webhook_tested', actor: owner.id })
  })

  it('cannot store a webhook with invalid input, and gets an error', () =>
    checkEachRow(
      [
        [{ url: 'example.com' }],
        [{ url: 'https://me:secret@example.com' }],
        [{ url: 'ftp://example.com' }],
        [{ url: `https://example.com/${'a'.repeat(2000)}` }],
        [{ url: null }],
        [{ events: [] }],
        [{ events: ['booking.deleted'] }],
        [{ events: 'booking.created' }],
        [{ description: 'a'.repeat(201) }],
      ],
      async ([change]) => {
        const { status, said } = await ask('POST', '', input(change))
        expect([status, said.error_code]).toEqual([400, 'validation_failed'])
        expect(await rows()).toEqual([])
      },
    ))

  it('cannot add a webhook whose URL does not use HTTPS or points to a private network', async () => {
    for (const [address, says] of [
      ['http://example.com/', 'The address must start with https://.'],
      ['https://192.168.1.5/', 'The address points to a private network, which this server does not access.'],
      ['https://[::1]/', 'The address points to a private network, which this server does not access.'],
    ] as const) {
      const { status, said } = await ask('POST', '', input({ url: address }), { at: site.url })
      expect([status, said.msg]).toEqual([400, says])
    }
    expect(await rows()).toEqual([])
  })

  it('can have at most twenty webhooks', async () => {
    for (let count = 0; count < 20; count++) await add()
    const { status, said } = await ask('POST', '', input())
    expect([status, said.msg]).toEqual([409, 'The limit is 20 webhooks: remove one first.'])
  })

  it('gets 404 for a webhook that does not exist', async () => {
    for (const [method, path, body] of [
      ['PATCH', `/${randomUUID()}`, input()],
      ['POST', `/${randomUUID()}/secret`, undefined],
      ['POST', `/${randomUUID()}/test`, undefined],
      ['POST', '/no-id/test', undefined],
      ['POST', `/${randomUUID()}/other`, undefined],
    ] as const) {
      expect((await ask(method, path, body)).status).toBe(404)
    }
  })
})

describe('callers who are not owners with an aal2 session', () => {
  it('get an error from every webhook route, and cannot change any webhook', async () => {
    const { id } = await add()
    const before = await rows()
    const agent = await site.member('agent')
    const viewer = await site.member('viewer')
    const stranger = await site.member('owner')
    await site.test.asOwner('delete from staff_members where id = $1', [stranger.id])
    const stopped = await site.member('owner')
    const stoppedToken = await tokenOf(stopped.strong)
    await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [stopped.id])
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const callers: Record<string, [bearer: string | null, status: number]> = {
      nobody: [null, 401],
      'the site': [publishableKey, 403],
      'a forger': [`${token.slice(0, -6)}AAAAAA`, 403],
      expired: [await site.auth.keys.sign(claims, -1), 403],
      'an owner without the second factor': [await tokenOf(await site.signedIn(owner)), 403],
      agent: [await tokenOf(agent.strong), 403],
      viewer: [await tokenOf(viewer.strong), 403],
      stranger: [await tokenOf(stranger.strong), 403],
      stopped: [stoppedToken, 403],
      // A program's change cannot be attributed to a member in the audit log.
      'a program': [await site.auth.keys.sign({ aud: 'authenticated', role: 'service_role' }, 60), 403],
    }
    for (const [who, [bearer, status]] of Object.entries(callers)) {
      const heard = []
      for (const [method, path, body] of [
        ['POST', '', input()],
        ['PATCH', `/${id}`, input({ url: 'https://thief.example/' })],
        ['POST', `/${id}/secret`, undefined],
        ['POST', `/${id}/test`, undefined],
      ] as const) {
        heard.push((await ask(method, path, body, { bearer })).status)
      }
      expect([who, heard]).toEqual([who, [status, status, status, status]])
    }
    expect(await rows()).toEqual(before)
    expect(receiver.received).toEqual([])
  })
})

it('signs the webhook event for a new message with the secret that was shown to the owner', async () => {
  const { secret } = await add({ events: ['message.created'] })
  await site.test.asOwner(
    `insert into contact_messages (name, email, company, message, inquiry_type)
     values ('Ada', 'ada@example.com', 'Engines', 'Hello', 'services')`,
  )
  const [item] = await site.test.asOwner<{ id: string; webhook_id: string; facts: Record<string, unknown> }>(
    "select id, webhook_id, facts from outbox where channel = 'webhook'",
  )
  if (!item) throw new Error('nothing to send')
  const { database, cipher, log: lines, publicUrl } = site.auth
  const send = webhookSender({ database, clock: Date.now, cipher, log: lines, publicUrl, allowPrivate: true })
  const sent: OutboxItem = {
    id: item.id,
    createdAt: 0,
    channel: 'webhook',
    kind: 'message.created',
    bookingId: null,
    messageId: null,
    userId: null,
    webhookId: item.webhook_id,
    recipient: null,
    facts: item.facts,
    sealed: null,
    attempts: 1,
    isDoubtful: false,
  }
  expect(await send(sent, new AbortController().signal)).toMatchObject({ state: 'sent' })
  const [got] = receiver.received
  const event = new Webhook(secret).verify(got?.body ?? '', got?.headers as Record<string, string>)
  expect(event).toMatchObject({ type: 'message.created', data: { name: 'Ada', message: 'Hello' } })
})
