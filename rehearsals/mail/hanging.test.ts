import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, expect, it } from 'vitest'
import { startSending } from '#server/app/mail.ts'
import { appForTest } from '#server/app/testing.ts'
import { sealNewSecret } from '#server/features/webhooks/service.ts'
import { receiverForTest } from '#server/features/webhooks/testing.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'

/** Uses the server's real timing, with receivers that accept everything and never respond. */
const site = await appForTest()
afterAll(() => site.close())
await site.test.asOwner("update desk_settings set daily_digest = false, answer_mailboxes = '{team@desk.example}'")

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await site.test.asOwner('delete from outbox')
})

function startWith(port: number) {
  const from = 'Backline <desk@backline.example>'
  const { log } = site.auth
  const mailer = openMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, folder: '', log })
  const config = { mailFrom: from, partnersEmail: 'p@desk.example', webhookPrivateAddresses: true }
  const sending = startSending(config, site.auth, mailer)
  // Closes the mailer first, because a pending email would keep the worker from stopping.
  closing.push(
    () => sending.stop(),
    async () => mailer.close(),
  )
}

/** Starts a stopwatch; the returned function prints the elapsed milliseconds. The test does not limit this time. */
function stopwatch() {
  const start = performance.now()
  return (what: string) => process.stdout.write(`${what}: ${Math.round(performance.now() - start)} ms\n`)
}

const sentWith = async (condition: string) =>
  (await site.test.asOwner(`select from outbox where state = 'sent' and ${condition}`)).length

it('sends all other emails even if the mail server never responds to three emails', async () => {
  const order: string[] = []
  let owed = 3
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    onData(stream, { envelope }, done) {
      void buffer(stream).then(() => {
        if (owed-- > 0) return
        order.push(envelope.rcptTo.map(({ address }) => address).join())
        done()
      })
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)))
  for (let number = 0; number < 30; number++)
    await site.test.asOwner(...insertion('strategy_call_bookings', booking({ email: `v${number}@visitor.example` })))
  await site.test.asOwner('delete from outbox where recipient is null')
  const say = stopwatch()
  startWith((server.server.address() as AddressInfo).port)
  await expect.poll(() => sentWith("channel = 'letter'"), { timeout: 640_000 }).toBeGreaterThan(0)
  say('first email past three that hang')
  await expect.poll(() => sentWith("channel = 'letter'"), { timeout: 640_000 }).toBe(27)
  say('all other emails')
  expect(await site.test.asOwner("select from outbox where state = 'sending'")).toHaveLength(3)
}, 700_000)

it('sends events to other webhooks even if one webhook never responds', async () => {
  const good = await receiverForTest()
  const hanging = await receiverForTest()
  hanging.answer = () => undefined
  closing.push(
    () => good.close(),
    () => hanging.close(),
  )
  for (const { url } of [hanging, good]) {
    const id = randomUUID()
    await site.test.asOwner(
      `insert into webhooks (id, url, events, sealed_secret) values ($1, $2, '{booking.created}', $3)`,
      [id, url, await sealNewSecret(site.auth.cipher, id)],
    )
    await site.test.asOwner(
      `insert into outbox (channel, kind, webhook_id, facts)
       select 'webhook', 'booking.created', $1, '{"data": {}}' from generate_series(1, 30)`,
      [id],
    )
  }
  const say = stopwatch()
  startWith(1)
  await expect.poll(() => good.received.length).toBeGreaterThan(0)
  say('first event past a webhook that hangs')
  await expect.poll(() => good.received.length, { timeout: 280_000 }).toBe(30)
  say('all events of the other webhook')
  expect(await site.test.asOwner("select from outbox where state = 'sending'")).not.toHaveLength(0)
})
