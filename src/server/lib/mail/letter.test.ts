import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { type Letter, openMailer } from './mailer.ts'
import { letterForTest, openSink, openTestLog, type ReceivedEmail } from './testing.ts'

const id = '0b0f8e6e-6c1c-4b3e-9f55-3d8f0a4c8d11'
const how = { id, date: new Date(Date.UTC(2026, 10, 20, 14, 5, 3)), signal: new AbortController().signal }
const log = openTestLog()
const options = { from: 'Backline <desk@backline.example>', log: log.log }

const sink = await openSink()
const mailer = openMailer({ ...options, smtpUrl: `smtp://127.0.0.1:${sink.port}`, folder: '' })
afterAll(async () => {
  mailer.close()
  await sink.close()
})

async function receive(change: Partial<Letter>): Promise<ReceivedEmail> {
  expect(await mailer.send({ ...letterForTest, ...change }, how)).toEqual({ state: 'sent' })
  return sink.received.pop() as ReceivedEmail
}

const usualHeaders = ['auto-submitted', 'content-type', 'date', 'from', 'message-id', 'mime-version', 'subject', 'to']
const headersOf = ({ mail }: ReceivedEmail) => mail.headers.map(({ key }) => key).toSorted()

const ics = (method: string, more = '') =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nMETHOD:${method}\r\n${more}END:VCALENDAR\r\n`

describe('an email', () => {
  it('directs replies to the given reply address', async () => {
    const got = await receive({ replyTo: 'ada@engines.example' })
    expect(got.mail.replyTo).toEqual([{ name: '', address: 'ada@engines.example' }])
    expect(headersOf(got)).toEqual([...usualHeaders, 'reply-to'].toSorted())
  })

  it("references earlier emails, and is not marked as automatic, if it is a member's reply", async () => {
    // The visitor's own email has a Message-ID of another program.
    const [first, last] = ['1f0f8e6e-6c1c-4b3e-9f55-3d8f0a4c8d11', '<CAF+1=x@mail.engines.example>']
    const { mail } = await receive({ thread: [first, last] })
    expect({ inReplyTo: mail.inReplyTo, references: mail.references }).toEqual({
      inReplyTo: last,
      references: `<${first}@backline.example> ${last}`,
    })
    const forged = await mailer.send({ ...letterForTest, thread: ['<a@b>\r\nBcc: x@y.z'] }, how)
    expect(forged).toMatchObject({ state: 'missed', isFinal: true })
    expect(mail.headers.map(({ key }) => key)).not.toContain('auto-submitted')
  })

  it.each(['REQUEST', 'CANCEL'] as const)(
    'contains an invitation with the method %s in the form that calendars expect',
    async (method) => {
      const text = ics(method, 'SUMMARY:Gespräch\r\n')
      const got = await receive({ calendar: { method, text } })
      expect(headersOf(got)).toEqual(usualHeaders)
      const source = got.bytes.toString()
      // The alternatives, simplest first, and the attached file.
      const types = [...source.matchAll(/^Content-Type: ([^\r]+(?:\r\n\s+[^\r]+)*)/gm)].map(([, type]) => type)
      expect(types).toEqual([
        expect.stringMatching(/^multipart\/mixed;/),
        expect.stringMatching(/^multipart\/alternative;/),
        'text/plain; charset=utf-8',
        'text/html; charset=utf-8',
        `text/calendar; charset=utf-8; method=${method}`,
        'application/ics; name=invite.ics',
      ])
      const parts = got.mail.attachments.map(({ mimeType, filename, method: said, content }) => ({
        mimeType,
        filename,
        said,
        // The parser changes line endings, so they are restored before the comparison.
        text: Buffer.from(content as Uint8Array)
          .toString()
          .replaceAll(/\r?\n/g, '\r\n'),
      }))
      expect(parts).toEqual([
        { mimeType: 'text/calendar', filename: null, said: method, text },
        { mimeType: 'application/ics', filename: 'invite.ics', said: undefined, text },
      ])
    },
  )

  it.each([
    ['another method than its body', ics('CANCEL')],
    ['two methods', ics('REQUEST', 'METHOD:CANCEL\r\n')],
    ['no method', ics('').replace('METHOD:\r\n', '')],
  ])('is not sent if its invitation has %s', async (_, text) => {
    const sent = await mailer.send({ ...letterForTest, calendar: { method: 'REQUEST', text } }, how)
    expect(sent).toMatchObject({ state: 'missed', isFinal: true, reason: expect.stringMatching('EREFUSED') })
  })
})

describe('hostile text in an email', () => {
  const nasty = [
    'Eve\r\nBcc: x@y.example',
    'Eve\nBcc: x@y.example',
    'Eve\rBcc: x@y.example',
    'Eve\u0085Bcc: x@y.example',
    'Eve\u2028Bcc: x@y.example',
    'Eve\r\n\r\n<script>alert(1)</script>',
    'Eve\r\n.\r\nMAIL FROM:<x@y.example>\r\nRCPT TO:<x@y.example>\r\nDATA\r\n',
    '=?utf-8?q?Eve=0D=0ABcc:_x@y.example?=',
    'x@y.example, Eve <z@y.example>',
    'Eve\0',
    `${'long '.repeat(300)}\u202e`,
  ]

  it(
    'adds no header or recipient when it is used in the body or the subject',
    testEach(nasty, async (text) => {
      const subject = `New booking: ${text.replaceAll(/\p{Cc}/gu, ' ')}`
      const got = await receive({ subject, text, html: `<p>${text.replaceAll('<', '&lt;')}</p>` })
      expect([got.from, got.to]).toEqual(['desk@backline.example', ['thandi@company.example']])
      expect(headersOf(got)).toEqual(usualHeaders)
      expect(got.mail.cc ?? got.mail.bcc).toBeUndefined()
      expect(got.mail.to).toEqual([{ name: '', address: 'thandi@company.example' }])
      expect(sink.received).toEqual([])
    }),
  )

  it(
    'is refused if it is used as the reply address',
    testEach(nasty, async (replyTo) => {
      const sent = await mailer.send({ ...letterForTest, replyTo }, how)
      expect(sent).toMatchObject({ state: 'missed', isFinal: true, isGeneral: false, isDoubtful: false })
      expect(JSON.stringify(sent)).not.toContain('@')
      expect(sink.received).toEqual([])
    }),
  )

  it(
    'is refused in the subject if it contains control characters',
    testEach(
      nasty.filter((text) => /\p{Cc}/u.test(text)),
      async (subject) => {
        const sent = await mailer.send({ ...letterForTest, subject }, how)
        expect(sent).toMatchObject({ state: 'missed', isFinal: true })
        expect(sink.received).toEqual([])
      },
    ),
  )
})

it('writes an email to a single file, no matter how often the email is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backline-mail-'))
  const toFolder = openMailer({ ...options, smtpUrl: null, folder })
  for (const text of ['first', 'second']) {
    expect(await toFolder.send({ ...letterForTest, text }, how)).toMatchObject({ state: 'sent' })
  }
  expect(await toFolder.send(letterForTest, { ...how, id: '../evil' })).toMatchObject({ isFinal: true })
  expect(await readdir(folder)).toEqual([`20261120T140503Z-${id}.eml`])
  const mail = await PostalMime.parse(await readFile(join(folder, `20261120T140503Z-${id}.eml`)))
  expect(mail).toMatchObject({ text: expect.stringMatching('second'), messageId: `<${id}@backline.example>` })
  await rm(folder, { recursive: true })
})
