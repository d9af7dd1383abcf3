import { spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { pathToFileURL } from 'node:url'
import fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSending } from '#server/app/mail.ts'
import { authAppForTest, tokenOf } from '#server/app/testing.ts'
import { mailboxRoutes } from '#server/features/team-mailbox/routes.ts'
import { emailFile, replies } from '#server/features/team-mailbox/samples.ts'
import { sealPassword, startMailbox } from '#server/features/team-mailbox/service.ts'
import { openSecretCipher } from '#server/lib/crypto/secret-cipher.ts'
import { insertion, message } from '#server/lib/db/rows-testing.ts'
import { deskMember, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { openMailer } from '#server/lib/mail/mailer.ts'
import { openSink } from '#server/lib/mail/testing.ts'
import { compileProgram } from '#server/lib/shared-test-resources.ts'
import { startDovecot } from './dovecot.ts'

const sender = 'desk@backline.example'
const program = await compileProgram(
  new URL('./reading-process.ts', import.meta.url),
  new URL(import.meta.resolve('#server/features/team-mailbox/email-reader.ts')),
)
const reader = new URL('email-reader.js', pathToFileURL(program))

let dovecot: Awaited<ReturnType<typeof startDovecot>>
let site: Awaited<ReturnType<typeof authAppForTest>>
const closing: (() => unknown)[] = []
beforeAll(async () => {
  site = await authAppForTest()
})
afterAll(() => site.close())
beforeEach(async () => {
  dovecot = await startDovecot('team', 'secret')
  return async () => {
    for (const close of closing.splice(0).reverse()) await close()
    await dovecot.close()
  }
})

const settings = () => ({
  host: '127.0.0.1',
  port: dovecot.port,
  username: 'team',
  password: 'secret',
  makes_messages: false,
})

/** Connects the mailbox as an owner does. */
async function connected() {
  const app = fastify()
  const policy = { allowPrivate: true }
  await app.register((scope) => mailboxRoutes(scope, { ...site.auth, policy }), { prefix: '/mailbox/v1' })
  closing.push(() => app.close())
  const authorization = `Bearer ${await tokenOf((await site.member('owner')).strong)}`
  return async (method: 'PUT' | 'POST', change: object = {}) => {
    const url = method === 'PUT' ? '/mailbox/v1' : '/mailbox/v1/test'
    const answer = await app.inject({ method, url, headers: { authorization }, payload: { ...settings(), ...change } })
    return answer.json<Record<string, unknown>>()
  }
}
const startJob = (timing = {}) => {
  const job = startMailbox({ ...site.auth, policy: { allowPrivate: true }, sender, reader }, { look: 200, ...timing })
  closing.push(() => job.stop())
}

async function arrived(test: TestDatabase) {
  const id = randomUUID()
  await test.asOwner(...insertion('contact_messages', message({ id, email: `${id.slice(0, 8)}@visitor.example` })))
  return id
}
const from = (id: string, change: Record<string, string> = {}) => ({
  From: `Ann <${id.slice(0, 8)}@visitor.example>`,
  Subject: `Re: [${id.slice(0, 8).toUpperCase()}] Your message`,
  'Message-ID': `<${randomUUID()}@visitor.example>`,
  Date: new Date(Date.now() + 1000).toUTCString(),
  ...change,
})
const bomb = Array.from(
  { length: 3000 },
  (_, depth) => `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n\r\n`,
).join('')
const bodiesIn = async (test: TestDatabase) =>
  (
    await test.asOwner<{ body: string }>(
      "select split_part(body, '\n', 1) as body from private.visitor_emails order by created_at, id",
    )
  ).map((row) => row.body)

it('tests the connection, says what is wrong, and keeps the password until the account changes', async () => {
  const ask = await connected()
  dovecot.deliver(emailFile({}, 'Earlier'))
  expect(await ask('POST')).toEqual({ emails: 1, idle: true })
  expect((await ask('PUT', { password: 'wrong' })).msg).toContain('Wrong username or password.')
  expect(await ask('PUT')).toMatchObject({ username: 'team', fault: null })
  expect(await ask('PUT', { password: '', makes_messages: true })).toMatchObject({ makes_messages: true })
  expect((await ask('POST', { password: '', username: 'other' })).msg).toBe('Enter the password of this mailbox.')
  expect(await site.test.asOwner("select from private.team_mailbox where sealed_password like '%secret%'")).toEqual([])
})

it('keeps a thread of five emails in its record, in the formats of three mail programs', async () => {
  await (await connected())('PUT')
  const sink = await openSink()
  const mail = openMailer({ smtpUrl: `smtp://127.0.0.1:${sink.port}`, from: sender, folder: '', log: site.auth.log })
  const config = { mailFrom: sender, partnersEmail: null, webhookPrivateAddresses: false }
  const sending = startSending(config, site.auth, mail)
  closing.push(
    sink.close,
    () => mail.close(),
    () => sending.stop(),
  )
  startJob()
  const id = await arrived(site.test)
  const agent = await deskMember(site.test, 'agent')
  const emails = () =>
    site.test.asOwner<{ id: string; header_id: string; body: string; quoted: string; matched_by: string }>(
      'select * from private.visitor_emails where message_id = $1 order by created_at',
      [id],
    )
  const ours = () =>
    sink.received.filter(({ mail: { subject } }) => subject?.includes('Re:') || subject?.includes('Reply'))
  const programs = ['Gmail, English', 'Outlook, German', 'Apple Mail, French']
  for (const [index, program] of programs.entries()) {
    const reply = replies.find(({ name }) => name === program)
    const before = ours().at(-1)?.mail.messageId
    // The first email is only known by its reference, the others answer ours.
    const thread = before ? { 'In-Reply-To': before, References: before, Subject: 'Re: Your message' } : {}
    dovecot.deliver(emailFile(from(id, thread as Record<string, string>), reply?.html ?? '', 'html'))
    await expect.poll(async () => (await emails()).length).toBe(index + 1)
    const last = (await emails()).at(-1)
    expect(last).toMatchObject({
      matched_by: before ? 'thread' : 'reference',
      quoted: expect.stringContaining('which day suits you?') as string,
    })
    expect(last?.body).not.toContain('which day suits you?')
    if (index === programs.length - 1) break
    await agent.run('select send_reply($1, $2, null, $3, $4)', [randomUUID(), 'Which hour?', id, last?.id])
    await site.test.asOwner("update outbox set due_at = now() where kind = 'reply' and message_id = $1", [id])
    await expect.poll(() => ours().length).toBe(index + 1)
    expect(ours().at(-1)?.mail.inReplyTo).toBe(last?.header_id)
  }
  expect(site.log()).toContain('email read')
  expect(site.log()).not.toMatch(/visitor\.example|which day|Which hour|secret/)
  // Reading marks no email as read.
  expect(dovecot.flags().join('')).toBe('')
})

it('reads each email once and in order, although its process is killed 20 times while it reads', async () => {
  const test = await testDatabase()
  closing.push(() => test.close())
  const key = randomBytes(32)
  const sealed = await sealPassword(openSecretCipher(key), settings(), 'secret')
  await test.asOwner(
    `insert into private.team_mailbox (host, port, username, sealed_password, makes_messages, uid_validity, last_uid, first_uid_validity)
     values ('127.0.0.1', $1, 'team', $2, false, 0, 0, 0)`,
    [dovecot.port, sealed],
  )
  await test.asOwner("update private.team_mailbox set created_at = now() - interval '1 day'")
  const bodies = Array.from({ length: 120 }, (_, index) => `Email ${index}`)
  for (const body of bodies) dovecot.deliver(emailFile(from(await arrived(test)), body))
  const start = () =>
    spawn(process.execPath, [program, test.url, key.toString('hex')], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let kill = 0; kill < 20; kill++) {
    const before = (await bodiesIn(test)).length
    const child = start()
    await expect.poll(async () => (await bodiesIn(test)).length, { interval: 5 }).toBeGreaterThan(before + (kill % 4))
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  expect((await bodiesIn(test)).length).toBeLessThan(bodies.length)
  const last = start()
  await expect.poll(async () => (await bodiesIn(test)).length).toBe(bodies.length)
  expect(await bodiesIn(test)).toEqual(bodies)
  last.kill('SIGKILL')
})

it('reads a new email at once, reconnects to a server that restarted, and reads none twice if it numbers them again', async () => {
  await site.test.asOwner('delete from private.visitor_emails')
  dovecot.deliver(emailFile(from(await arrived(site.test), { Date: 'Mon, 30 Nov 2020 10:00:00 +0000' }), 'From before'))
  await (await connected())('PUT')
  // Only IDLE reports an email within the time of this test.
  startJob({ pass: 3_600_000, firstPause: 200 })
  const id = await arrived(site.test)
  const readAt = () =>
    site.test.asOwner('select from private.team_mailbox where read_at > created_at and fault is null')
  await expect.poll(readAt).toHaveLength(1)
  dovecot.deliver(emailFile(from(id), 'One'))
  await expect.poll(() => bodiesIn(site.test)).toEqual(['One'])
  dovecot.deliver(emailFile(from(id), 'Two'))
  await expect.poll(() => bodiesIn(site.test)).toEqual(['One', 'Two'])
  await dovecot.stop()
  await expect.poll(() => site.test.asOwner('select fault from private.team_mailbox')).toEqual([{ fault: 'refused' }])
  await dovecot.start()
  dovecot.deliver(emailFile(from(id), 'Three'))
  await expect.poll(() => bodiesIn(site.test)).toEqual(['One', 'Two', 'Three'])
  await dovecot.renumber()
  dovecot.deliver(emailFile(from(id), 'Four'))
  await expect.poll(() => bodiesIn(site.test)).toEqual(['One', 'Two', 'Three', 'Four'])
  dovecot.deliver(emailFile(from(id), `Huge\n${'a'.repeat(50_000_000)}`))
  dovecot.deliver(emailFile(from(id, { 'Content-Type': 'multipart/mixed; boundary=b0' }), bomb))
  dovecot.deliver(emailFile(from(id), 'Five'))
  await expect.poll(() => bodiesIn(site.test)).toEqual(['One', 'Two', 'Three', 'Four', 'Huge', '', 'Five'])
  expect(await site.test.asOwner('select from private.visitor_emails where is_cut')).toHaveLength(2)
  // Neither a huge email nor one with thousands of nested parts blocks the email after it.
  expect(
    await site.test.asOwner('select from private.team_mailbox where uid_validity <> first_uid_validity'),
  ).toHaveLength(1)
})
