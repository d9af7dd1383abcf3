import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { startSending } from '#server/app/mail.ts'
import { appForTest, publishableKey } from '#server/app/testing.ts'
import { booking } from '#server/lib/db/rows-testing.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'
import { letterForTest, openRawServer, openScriptedServer, openSink, openTestLog } from '#server/lib/mail/testing.ts'

/** A server whose mail server is sometimes unavailable. Visitors must not notice such outages. */
const site = await appForTest()
afterAll(() => site.close())
// Without this setting, the team would also receive a digest during working hours.
await site.test.asOwner("update desk_settings set daily_digest = false, answer_mailboxes = '{team@desk.example}'")

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

it('[M2] accepts a booking while the mail server is unavailable, and sends each email exactly once after the mail server is back', async () => {
  const silent = await openRawServer(() => undefined)
  startWith(silent.url)
  expect(await post('strategy_call_bookings', booking({ email: 'one@visitor.example' }))).toBe(201)
  await expect.poll(states).toContain('sending')
  // The worker waits for the mail server, but bookings do not wait.
  expect(await post('strategy_call_bookings', booking({ email: 'two@visitor.example' }))).toBe(201)
  expect(await states()).toContain('sending')
  await silent.close()
  expect(await post('strategy_call_bookings', booking({ email: 'three@visitor.example' }))).toBe(201)
  await expect.poll(async () => site.log()).toContain('channel paused')
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

it('waits longer for a mail server’s response to a complete email than for the server’s earlier responses', async () => {
  const actor = await openScriptedServer((phase) => (phase === 'end' ? 2500 : 0))
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
