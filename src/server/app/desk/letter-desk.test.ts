import { randomUUID } from 'node:crypto'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sampleData } from '#letters/samples.ts'
import { rateLimits } from '#server/app/rate-limits.ts'
import { authAppForTest, tokenOf } from '#server/app/testing.ts'
import { letterDeskRoutes } from '#server/features/letter-desk/routes.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import type { DeliveryResult } from '#server/lib/mail/delivery.ts'
import type { Letter } from '#server/lib/mail/mailer.ts'
import { openLimits } from '#server/lib/rate-limit/limits.ts'
import { sentLetterKinds } from '#shared/contract/outbox.ts'
import { checkEachRow } from '#shared/lib/testing.ts'

const site = await authAppForTest()
const key = 'eyJhbGciOiJFZERTQSJ9.the-key-of-this-call'
const siteUrl = 'https://www.backline.test'
const sent: Letter[] = []
let said: DeliveryResult = { state: 'sent' }

/** The clock is fake, so that no rate limit window ends while requests are counted. */
const now = Date.now()
const limits = openLimits(rateLimits, () => now)

/** Serves only the email routes. All emails are about one booking, and the link in each email contains a key. */
const room = fastify()
await room.register(letterDeskRoutes, {
  prefix: '/letters/v1',
  database: site.auth.database,
  clock: Date.now,
  limits,
  keys: site.auth.keys,
  publicUrl: () => siteUrl,
  organizer: 'desk@backline.test',
  answersTo: () => 'partners@backline.test',
  status: { server: 'mail.backline.test:587', sender: 'Backline <desk@backline.test>', signedBy: null },
  mailer: {
    send: async (letter) => {
      sent.push(letter)
      return said
    },
  },
  read: async (id) =>
    id === ids.overtaken
      ? { dropped: 'a later email replaces it' }
      : { ...sampleData('call-confirmed', Date.now()), siteUrl, callLink: `${siteUrl}/?call=${key}` },
})
afterAll(async () => {
  await room.close()
  await limits.close()
  await site.close()
})

const ids = { booking: randomUUID(), letter: '', overtaken: '', account: randomUUID() }
const who = {} as Record<'owner' | 'agent' | 'viewer', { email: string; token: string; weak: string }>
beforeAll(async () => {
  for (const role of ['owner', 'agent', 'viewer'] as const) {
    const member = await site.memberTwice(role)
    who[role] = {
      email: member.email,
      token: await tokenOf(member.strong),
      weak: await tokenOf(member.weak),
    }
  }
  await site
    .client()
    .from('strategy_call_bookings')
    .insert(booking({ id: ids.booking }))
  const [first, second] = await site.test.asOwner<{ id: string }>(
    'select id from outbox where booking_id = $1 order by kind',
    [ids.booking],
  )
  ids.letter = first?.id ?? ''
  ids.overtaken = second?.id ?? ''
  await site.test.asOwner(
    `insert into outbox (id, channel, kind, user_id, recipient)
     select $1, 'letter', 'account', id, email from auth.users limit 1`,
    [ids.account],
  )
})
beforeEach(() => {
  sent.length = 0
  said = { state: 'sent' }
})

async function ask(method: 'GET' | 'POST', path: string, token?: string, body?: object) {
  const answer = await room.inject({
    method,
    url: `/letters/v1/${path}`,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers }
}

const page = (fields: Record<string, string>) =>
  room.inject({
    method: 'POST',
    url: '/letters/v1/page',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

it.each([
  ['status', 'GET', undefined, ['owner']],
  ['samples/call-moved', 'GET', undefined, ['owner', 'agent', 'viewer']],
  ['<letter>', 'GET', undefined, ['owner', 'agent', 'viewer']],
  ['test', 'POST', { kind: 'call-moved' }, ['owner', 'agent']],
] as const)(
  'accepts requests to /letters/v1/%s only from members whose role permits the request',
  async (path, method, body, allowed) => {
    const url = path.replace('<letter>', ids.letter)
    for (const role of ['owner', 'agent', 'viewer'] as const) {
      const { status } = await ask(method, url, who[role].token, body)
      expect([role, status]).toEqual([role, allowed.some((one) => one === role) ? 200 : 403])
    }
    expect((await ask(method, url, undefined, body)).status).toBe(401)
    expect((await ask(method, url, 'no-token', body)).status).toBe(403)
    expect((await ask(method, url, who.owner.weak, body)).status).toBe(403)
    const service = await site.auth.keys.sign({ role: 'service_role', aud: 'authenticated' }, 60)
    expect((await ask(method, url, service, body)).status).toBe(403)
  },
)

it('shows no email to a user who has no role or is suspended', async () => {
  const token = await tokenOf(await site.signedIn(await site.person()))
  expect((await ask('GET', ids.letter, token)).status).toBe(403)
  const stopped = await site.member('owner')
  const theirs = await tokenOf(stopped.strong)
  await site.test.asOwner('update staff_members set disabled_at = now() where id = $1', [stopped.id])
  expect((await ask('GET', ids.letter, theirs)).status).toBe(401)
  expect((await page({ token: theirs, id: ids.letter })).statusCode).toBe(401)
})

it("shows an email to a member, but replaces the recipient's secret key in its links", async () => {
  const { text } = await ask('GET', ids.letter, who.viewer.token)
  expect(JSON.parse(text)).toMatchObject({
    kind: 'call-confirmed',
    calendar: expect.stringContaining('METHOD:REQUEST'),
  })
  const shown = await page({ token: who.viewer.token, id: ids.letter })
  expect(shown.statusCode).toBe(200)
  // Folded lines of an invitation are joined first, because a fold may split the link.
  for (const [name, letter] of Object.entries({ text: text.replaceAll('\\r\\n ', ''), html: shown.body })) {
    expect([name, letter.includes(key)]).toEqual([name, false])
    expect(letter).toContain(`${siteUrl}/?call=not-in-a-preview`)
  }
  // Reading an email is logged in the same way as reading its booking.
  const readings = await site.test.asOwner('select actor from audit_log where action = $1 and subject_id = $2', [
    'booking_read',
    ids.booking,
  ])
  // There is one entry per reader, no matter how often the reader opens the email.
  expect(new Set(readings.map(({ actor }) => actor)).size).toBe(3)
  expect(readings).toHaveLength(3)
})

it('shows an email on a sandboxed page, in light or dark colors', async () => {
  const shown = await page({ token: who.viewer.token, sample: 'request-received', look: 'dark' })
  expect(shown.headers['content-security-policy']).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox",
  )
  expect(shown.headers['cache-control']).toBe('no-store')
  expect(shown.body).toContain('<base target="_blank">')
  expect(shown.body).toContain('@media (min-width:0){')
  const light = await page({ token: who.viewer.token, sample: 'request-received' })
  expect(light.body).toContain('@media (max-width:0){')
  expect((await page({ sample: 'request-received' })).statusCode).toBe(401)
  expect((await page({ token: who.owner.weak, sample: 'request-received' })).statusCode).toBe(403)
})

it('says why an email has no text, and returns 404 for emails that are missing or hidden from the caller', async () => {
  const { owner, agent } = who
  expect(JSON.parse((await ask('GET', ids.overtaken, agent.token)).text)).toEqual({
    dropped: 'a later email replaces it',
  })
  for (const id of [randomUUID(), 'not-an-id', 'samples/nothing']) {
    expect((await ask('GET', id, owner.token)).status).toBe(404)
  }
  expect((await ask('GET', ids.account, agent.token)).status).toBe(404)
  expect((await ask('GET', ids.account, owner.token)).status).toBe(200)
  expect((await page({ token: agent.token, id: ids.account })).statusCode).toBe(404)
})

it("sends a test email only to the member who requests it, and returns the mail server's reply", async () => {
  const answer = await ask('POST', 'test', who.agent.token, {
    kind: 'team-digest',
    to: 'mallory@example.com',
  })
  expect(JSON.parse(answer.text)).toEqual({
    to: who.agent.email,
    sent: true,
    reason: null,
    isDoubtful: false,
  })
  expect(sent.map(({ to }) => to)).toEqual([who.agent.email])
  expect(sent[0]?.subject).toMatch(/^Test: /)

  said = {
    state: 'missed',
    reason: 'EENVELOPE 550: the address was refused',
    isDoubtful: false,
    isFinal: true,
    isGeneral: false,
  }
  const refused = await ask('POST', 'test', who.owner.token, { kind: 'call-confirmed' })
  expect(JSON.parse(refused.text)).toMatchObject({ sent: false, reason: said.reason })
  // The invitation names the owner, because the owner's calendar would otherwise refuse the invitation.
  expect(sent[1]?.calendar?.text.replaceAll('\r\n ', '')).toContain(`MAILTO:${who.owner.email}`)
  expect((await ask('POST', 'test', who.owner.token, { kind: 'account' })).status).toBe(400)
})

it('applies a separate rate limit for test emails to each account', async () => {
  const answers = []
  for (let time = 0; time < 20; time++) {
    answers.push((await ask('POST', 'test', who.agent.token, { kind: 'reminder-day' })).status)
  }
  expect([answers[0], answers.at(-1)]).toEqual([200, 429])
  expect(sent.every(({ to }) => to === who.agent.email)).toBe(true)
  expect((await ask('POST', 'test', who.owner.token, { kind: 'reminder-day' })).status).toBe(200)
})

it('serves a sample of every kind of email', () =>
  checkEachRow(sentLetterKinds, async (kind) => {
    expect((await ask('GET', `samples/${kind}`, who.viewer.token)).status).toBe(200)
  }))
