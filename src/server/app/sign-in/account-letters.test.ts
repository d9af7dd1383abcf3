import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, expect, it } from 'vitest'
import { brand } from '#content/brand.ts'
import { startSending } from '#server/app/mail.ts'
import { authAppForTest } from '#server/app/testing.ts'
import { resetFactors } from '#server/features/auth-factors/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'
import { openSink } from '#server/lib/mail/testing.ts'

/** Emails about accounts, from the request through the outbox to the mail server. */
const site = await authAppForTest()
const sink = await openSink()
// On working days, the team would also receive the daily digest.
await site.test.asOwner('update desk_settings set daily_digest = false')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
  await site.test.asOwner('delete from outbox')
  sink.received.splice(0)
})
afterAll(async () => {
  await sink.close()
  await site.close()
})

function startSendingWith(cipher = site.auth.cipher) {
  const from = 'Backline <desk@backline.example>'
  const mailer = openMailer({
    smtpUrl: `smtp://127.0.0.1:${sink.port}`,
    from,
    folder: '',
    log: site.auth.log,
  })
  const config = {
    mailFrom: from,
    partnersEmail: from,
    webhookPrivateAddresses: false,
    calendarPrivateAddresses: false,
  }
  const sending = startSending(config, { ...site.auth, cipher }, mailer)
  closing.push(
    async () => mailer.close(),
    () => sending.stop(),
  )
}

const rows = () =>
  site.test.asOwner<{
    state: string
    sent_as: string
    sealed: string | null
    user_id: string
    ends_at: Date
  }>('select state, kind, sent_as, sealed, user_id, ends_at, reason from outbox order by created_at')

it('encrypts a recovery email while it waits, and deletes the encrypted copy once the email is sent', async () => {
  const who = await site.person()
  await site.client().auth.resetPasswordForEmail(who.email)
  const [waiting, ...others] = await rows()
  expect([waiting, others]).toEqual([
    expect.objectContaining({ state: 'waiting', sent_as: 'recovery', user_id: who.id, reason: null }),
    [],
  ])
  const token = /token=([\w-]+)/.exec(site.letter(who.email).text)?.[1] ?? 'none'
  const [dump] = await site.test.asOwner<{ text: string }>('select string_agg(o::text, $$ $$) as text from outbox o')
  expect(token.length).toBeGreaterThan(20)
  expect(dump?.text).not.toContain(token)
  expect(dump?.text).not.toContain(who.email)
  // The email waits only while its link is valid.
  const left = (waiting?.ends_at.getTime() ?? 0) - Date.now()
  expect(left).toBeGreaterThan(3_500_000)
  expect(left).toBeLessThanOrEqual(3_600_000)

  startSendingWith()
  await expect.poll(async () => (await rows()).map(({ state, sealed }) => [state, sealed])).toEqual([['sent', null]])
  expect(sink.received.map(({ to }) => to)).toEqual([[who.email]])
  expect(sink.received[0]?.mail.text).toContain(token)
})

it("deletes an account's waiting emails when the account is deleted", async () => {
  const who = await site.person()
  await site.client().auth.resetPasswordForEmail(who.email)
  await site.test.asOwner('delete from auth.users where id = $1', [who.id])
  expect(await rows()).toEqual([])
})

it('emails users after an owner or the operator resets their two-step verification', async () => {
  const [owner, agent] = [await site.member('owner'), await site.member('agent')]
  await owner.strong.auth.updateUser({ data: { name: 'Olga Byron' } })
  await site.test.asOwner('delete from outbox')
  expect((await owner.strong.rpc('reset_second_factor', { member: agent.id })).error).toBeNull()
  startSendingWith()
  await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([[agent.email]])
  const mail = sink.received[0]?.mail
  expect(mail?.subject).toBe(`Two-step verification was reset for your ${brand.name} account`)
  expect(mail?.text).toContain('An owner of the desk, Olga Byron, removed two-step verification')
  expect(mail?.text).not.toMatch(/https?:/)
  await expect.poll(rows).toMatchObject([{ kind: 'second-step-reset', user_id: agent.id, state: 'sent', sealed: null }])
  // Nothing is left to reset, so no email is written.
  await owner.strong.rpc('reset_second_factor', { member: agent.id })
  expect(await rows()).toHaveLength(1)

  expect(await resetFactors(site.auth, owner.email)).toBe(true)
  await expect.poll(() => sink.received.map(({ to }) => to)).toEqual([[agent.email], [owner.email]])
  expect(sink.received[1]?.mail.text).toContain('The operator of our server removed two-step verification')
})

it('shows owners an email that failed because its encryption key was replaced', async () => {
  const who = await site.person()
  await site.client().auth.resetPasswordForEmail(who.email)
  startSendingWith(openSecretCipher(randomBytes(32)))
  await expect.poll(rows).toMatchObject([{ state: 'failed', reason: 'ESEALED: it was encrypted with another key' }])
  const [owner, agent] = [await site.member('owner'), await site.member('agent')]
  const seen = async ({ strong }: typeof owner) => (await strong.from('outbox').select('sent_as, state')).data
  expect(await seen(owner)).toContainEqual({ sent_as: 'recovery', state: 'failed' })
  expect(await seen(agent)).toEqual([])
  expect((await owner.strong.from('outbox').select('sealed')).error?.code).toBe('42501')
})

it('emails a member and the owners when the member signs in on a new device or makes a large export', async () => {
  const [owner, agent] = [await site.member('owner'), await site.member('agent')]
  await site.test.asOwner("delete from staff_members where role = 'owner' and id <> $1", [owner.id])
  await agent.strong.auth.updateUser({ data: { name: 'Karl <b>' } })
  await site.test.asOwner('delete from outbox')
  startSendingWith()
  const subjects = () => sink.received.map(({ to, mail }) => `${String(to)}: ${mail.subject ?? ''}`).sort()
  const browser = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0'
  await site.test.asOwner('select private.enqueue_device_letter($1, $2)', [agent.id, browser])
  const byDevice = [
    `${agent.email}: New sign-in to your ${brand.name} account`,
    `${owner.email}: Another member signed in to ${brand.name} on a new device`,
  ]
  await expect.poll(subjects).toEqual(byDevice.toSorted())
  for (const { mail } of sink.received) expect(mail.text).toContain('Firefox on Windows')

  sink.received.splice(0)
  const day = '2026-09-01'
  const events = (count: number) =>
    site.test.asOwner(
      `insert into user_interactions (created_at, session_id, event_type, page_url)
       select $2::date + n * interval '1 second', gen_random_uuid(), 'page_view', 'https://x.example/'
       from generate_series(1, $1) n`,
      [count, day],
    )
  const take = () => agent.strong.rpc('export_interactions', { from_day: day, to_day: day }).csv()
  await events(600)
  await take()
  expect(await rows()).toHaveLength(2)
  // First, several exports together exceed a thousand rows in a day, which is reported once. A single export then
  // exceeds a thousand rows.
  await take()
  await take()
  const large = `A large export was made from the ${brand.name} desk`
  const told = [`${agent.email}: ${large}`, `${owner.email}: ${large}`]
  await expect.poll(subjects).toEqual(told.toSorted())
  expect(sink.received.map(({ mail }) => mail.text).join()).toContain('1,200 rows within a day')
  await events(400)
  await take()
  await expect.poll(subjects).toEqual([...told, ...told].toSorted())
  expect(sink.received.map(({ mail }) => mail.text).join()).toContain(
    'Karl <b> exported 1,000 visit events from the desk.',
  )
})
