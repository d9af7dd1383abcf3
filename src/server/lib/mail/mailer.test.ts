import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { applyEdits } from '#content/tree.ts'
import { testEach } from '#shared/lib/testing.ts'
import { type Letter, type MailerOptions, openMailer } from './mailer.ts'
import { letterForTest, openRawServer, openSink, openTestLog, type ReceivedEmail } from './testing.ts'

const root = await mkdtemp(join(tmpdir(), 'backline-mail-'))
const folder = join(root, 'mail')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})
afterAll(() => rm(root, { recursive: true }))

const stamp = { id: randomUUID(), date: new Date(Date.UTC(2026, 10, 20, 14, 5, 3)) }

function open(smtpUrl: string | null, options: Partial<MailerOptions> = {}) {
  const log = openTestLog()
  const mailer = openMailer({
    smtpUrl,
    from: 'Backline <desk@backline.example>',
    folder,
    log: log.log,
    timing: { patience: 15_000, attempt: 15_000, answer: 15_000 },
    ...options,
  })
  closing.push(async () => mailer.close())
  const signal = new AbortController().signal
  const send = (letter: Letter) => mailer.send(letter, { ...stamp, signal })
  return { send, close: () => mailer.close(), log }
}

async function sinkOf(...args: Parameters<typeof openSink>) {
  const sink = await openSink(...args)
  closing.push(sink.close)
  return sink
}

async function oddServer(onConnection: (socket: Socket) => void) {
  const server = await openRawServer(onConnection)
  closing.push(server.close)
  return server.url
}

describe('an email sent by SMTP', () => {
  it('reaches its recipient with the usual headers, text and HTML', async () => {
    const sink = await sinkOf()
    const mailer = open(`smtp://127.0.0.1:${sink.port}`)
    expect(await mailer.send(letterForTest)).toEqual({ state: 'sent' })
    expect(sink.received).toHaveLength(1)
    const { from, to, mail } = sink.received[0] as ReceivedEmail
    expect([from, to]).toEqual(['desk@backline.example', ['thandi@company.example']])
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ])
    expect(mail).toMatchObject({
      from: { name: 'Backline', address: 'desk@backline.example' },
      to: [{ name: '', address: 'thandi@company.example' }],
      subject: letterForTest.subject,
      date: '2026-11-20T14:05:03.000Z',
      messageId: `<${stamp.id}@backline.example>`,
    })
    const value = (name: string) => mail.headers.find(({ key }) => key === name)?.value
    expect(value('auto-submitted')).toBe('auto-generated')
    expect(value('content-type')).toMatch(/^multipart\/alternative;/)
    expect(mail.text?.trim()).toBe(letterForTest.text.trim())
    expect(mail.html?.trim()).toBe(letterForTest.html)
  })

  it("is reported as refused, either temporarily or permanently, in a result that omits the recipient's email address", async () => {
    const refusals = [451, 550]
    const sink = await sinkOf({
      answer: (address) => {
        const responseCode = refusals.shift()
        return responseCode ? Object.assign(new Error(`no such person ${address}`), { responseCode }) : null
      },
    })
    const mailer = open(`smtp://127.0.0.1:${sink.port}`)
    expect(await mailer.send(letterForTest)).toMatchObject({ state: 'missed', isFinal: false })
    const final = await mailer.send(letterForTest)
    expect(final).toMatchObject({ isFinal: true, reason: 'EENVELOPE 550: the address was refused' })
    expect(await mailer.send(letterForTest)).toEqual({ state: 'sent' })
    expect(sink.received).toHaveLength(1)
    expect(mailer.log.text()).not.toMatch(/@|canary|invited/)
  })

  it('is abandoned if the server never finishes its reply', async () => {
    const url = await oddServer((socket) => {
      socket.write('220 mail.example\r\n')
      const timer = setInterval(() => socket.write('250-WAIT\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const mailer = open(url, { timing: { patience: 100, attempt: 200, answer: 2000 } })
    expect(await mailer.send(letterForTest)).toMatchObject({
      state: 'missed',
      isDoubtful: false,
      isFinal: false,
    })
  })

  it('does not delay shutdown if the mail server does not respond', async () => {
    const url = await oddServer(() => undefined)
    const hour = 3_600_000
    const mailer = open(url, { timing: { patience: hour, attempt: hour, answer: hour } })
    const sending = mailer.send(letterForTest)
    mailer.close()
    expect(await sending).toMatchObject({ state: 'missed' })
  })
})

describe('a mailer without a mail server', () => {
  it('writes emails to files that only their owner can read, and logs the paths of the files', async () => {
    const mailer = open(null)
    expect(await mailer.send(letterForTest)).toEqual({ state: 'sent', reason: 'written to a file' })
    const [name = '', ...others] = await readdir(folder)
    expect([name, others]).toEqual([expect.stringMatching(/^20261120T140503Z-[0-9a-f-]{36}\.eml$/), []])
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
    const mail = await PostalMime.parse(await readFile(join(folder, name)))
    expect(mail).toMatchObject({
      to: [{ address: 'thandi@company.example' }],
      subject: letterForTest.subject,
      date: '2026-11-20T14:05:03.000Z',
    })
    expect(mail.text?.trim()).toBe(letterForTest.text.trim())
    expect(mail.html?.trim()).toBe(letterForTest.html)
    const line = { level: 'info', kind: 'invite', file: join(folder, name) }
    expect(mailer.log.saying('email written to file')).toMatchObject([line])
    expect(mailer.log.text()).not.toMatch(/@|canary/)
  })

  it('reports a folder that cannot be created', async () => {
    await writeFile(join(root, 'file'), '')
    const mailer = open(null, { folder: join(root, 'file', 'mail') })
    expect(await mailer.send(letterForTest)).toMatchObject({ reason: expect.stringContaining('ENOTDIR') })
  })
})

describe('an email with an invalid recipient or kind', () => {
  it(
    'is refused with an error that does not quote the email',
    testEach(
      [
        ['two addresses', { to: 'a@b.example,x@y.example' }],
        ['a header in the address', { to: 'a@b.example\r\nBcc: x@y.example' }],
        ['a name with its address', { to: 'Eve <x@y.example>' }],
        ['a command in the address', { to: 'a@b.example> NOTIFY=SUCCESS' }],
        ['a line break at the end', { to: 'a@b.example\n' }],
        ['a group', { to: 'all:a@b.example;' }],
        ['no address', { to: '' }],
        ['a path as its kind', { kind: '../evil' }],
      ],
      async (_, change) => {
        const sink = await sinkOf()
        const mailer = open(`smtp://127.0.0.1:${sink.port}`)
        const refused = await mailer.send({ ...letterForTest, ...change })
        expect(refused).toMatchObject({ state: 'missed', isFinal: true })
        expect(JSON.stringify(refused)).not.toMatch(/@|Bcc/)
        expect(await mailer.send({ ...letterForTest, to: 'next@b.example' })).toEqual({ state: 'sent' })
        expect(sink.received.map(({ to }) => to)).toEqual([['next@b.example']])
      },
    ),
  )
})

it('sends emails in the provider’s current name, unless the sender in the settings has a name', async () => {
  const sink = await sinkOf()
  const url = `smtp://127.0.0.1:${sink.port}`
  const mailers = [open(url, { from: 'desk@b.example' }), open(url)]
  applyEdits({ 'brand.name': 'Karoo' })
  for (const { send } of mailers) await send(letterForTest)
  applyEdits({})
  expect(sink.received.map(({ mail }) => mail.from?.name)).toEqual(['Karoo', 'Backline'])
})

it('refuses an invalid sender or an invalid mail server URL', () => {
  expect(() => open(null, { from: 'a@b.example, c@d.example' })).toThrow('sender')
  expect(() => open('http://mail.example')).toThrow('mail server')
})
