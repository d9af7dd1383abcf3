import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { startSending } from '#server/app/mail.ts'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'
import {
  letterForTest,
  openActor,
  openOddServer,
  openSink,
  openTestLog,
  type Received,
} from '#server/lib/mail/testing.ts'

/** The server with a mail server that is there or not: nobody who sends a form has to know. */
const site = await appForTest()
afterAll(() => site.close())
// On a working day, in working hours, the team would have a letter of the day besides.
await site.test.asOwner(
  "update desk_settings set daily_digest = false, answer_mailboxes = '{team@desk.example}'",
)

const closing: (() => Promise<unknown>)[] = []
beforeEach(() => site.test.asOwner('delete from outbox'))
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

function startWith(smtpUrl: string) {
  const { log } = site.auth
  const from = 'Backline <desk@backline.example>'
  const mailer = openMailer({ smtpUrl, from, folder: '', log })
  const config = {
    mailFrom: from,
    partnersEmail: 'partners@desk.example',
    webhookPrivateAddresses: false,
  }
  const sending = startSending(config, site.auth, mailer)
  closing.push(
    async () => mailer.close(),
    () => sending.stop(),
  )
}

const post = async (table: string, row: object) =>
  (
    await site.app.inject({
      method: 'POST',
      url: `/rest/v1/${table}`,
      headers: { apikey: publishableKey, 'content-type': 'application/json' },
      payload: JSON.stringify(row),
    })
  ).statusCode

const states = async () =>
  (await site.test.asOwner<{ state: string }>('select state from outbox')).map(({ state }) => state)

it('[M2] takes a booking while the mail server is silent or away, and sends each letter once when it is back', async () => {
  const silent = await openOddServer(() => undefined)
  startWith(silent.url)
  expect(await post('strategy_call_bookings', booking({ email: 'one@visitor.example' }))).toBe(201)
  await expect.poll(states).toContain('sending')
  // While somebody waits for the mail server, and nobody who books does.
  expect(await post('strategy_call_bookings', booking({ email: 'two@visitor.example' }))).toBe(201)
  expect(await states()).toContain('sending')
  await silent.close()
  expect(await post('strategy_call_bookings', booking({ email: 'three@visitor.example' }))).toBe(201)
  await expect.poll(async () => site.log()).toContain('a channel rests')
  expect(await states()).not.toContain('sent')

  const sink = await openSink({ port: silent.port })
  closing.push(sink.close)
  await expect.poll(states).toEqual(Array(6).fill('sent'))
  expect(sink.received.map(({ to }) => to.join()).toSorted()).toEqual([
    'one@visitor.example',
    ...Array(3).fill('team@desk.example'),
    'three@visitor.example',
    'two@visitor.example',
  ])
})

it('[M1] lets nothing that somebody typed become a header, another reader, or markup', async () => {
  const sink = await openSink()
  closing.push(sink.close)
  startWith(`smtp://127.0.0.1:${sink.port}`)
  const nasty = [
    'Eve\r\nBcc: x@y.example',
    'Eve\nSubject: hello',
    'Eve\u0085Bcc: x@y.example',
    'Eve\u2028Bcc: x@y.example',
    '=?utf-8?q?Eve=0D=0ABcc:_x@y.example?=',
    'x@y.example, Eve <z@y.example>',
    '<img src=x onerror=alert(1)>',
    '"><script>alert(1)</script>',
  ]
  let taken = 0
  for (const text of nasty) {
    for (const change of [{ name: text }, { company: text }, { message: text }]) {
      // A mailbox of its own for each: the second letter to one would wait.
      const to = () => ({ email: `${randomUUID()}@visitor.example`, ...change })
      const statuses = [
        await post('strategy_call_bookings', booking(to())),
        await post('contact_messages', message(to())),
      ]
      taken += statuses.filter((status) => status === 201).length
      expect(statuses.filter((status) => status !== 201 && status !== 400)).toEqual([])
    }
  }
  expect(taken).toBeGreaterThan(nasty.length)
  // Suspects wait for somebody; all others get theirs, and the team hears of it.
  const waiting = async () => (await states()).filter((state) => state !== 'sent').length
  await expect.poll(waiting).toBe(0)
  expect(sink.received.length).toBe((await states()).length)
  for (const got of sink.received) check(got)
  expect(sink.received.filter(({ to }) => to[0] === 'team@desk.example').length).toBeGreaterThan(nasty.length)
})

function check({ from, to, mail }: Received): void {
  const isTeams = to[0] === 'team@desk.example'
  expect([from, to.length]).toEqual(['desk@backline.example', 1])
  expect(mail.to).toEqual([{ name: '', address: to[0] }])
  expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(
    [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
      ...(mail.replyTo ? ['reply-to'] : []),
    ].toSorted(),
  )
  expect((mail.replyTo ?? []).length).toBeLessThanOrEqual(1)
  if (isTeams) expect(mail.replyTo?.[0]?.address).toMatch(/@visitor\.example$/)
  expect(mail.html).not.toMatch(/<script|<img src=x/)
}

it('waits longer for the answer to a whole email than for anything before it', async () => {
  const actor = await openActor((phase) => (phase === 'end' ? 2500 : 0))
  closing.push(actor.close)
  const mailer = openMailer({
    smtpUrl: actor.url,
    from: 'desk@backline.example',
    folder: '',
    log: openTestLog().log,
    timing: { patience: 15_000, attempt: 1500, answer: 15_000 },
  })
  closing.push(async () => mailer.close())
  const stamp = { id: randomUUID(), date: new Date(Date.UTC(2026, 10, 20)) }
  const { signal } = new AbortController()
  expect(await mailer.send(letterForTest, { ...stamp, signal })).toEqual({ state: 'sent' })
})
