import { describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { htmlText } from './html-text.ts'
import { parseEmail } from './parsing.ts'
import { foldQuote } from './quotes.ts'
import { answer, emailFile, replies } from './samples.ts'

const own = { ownAddresses: ['team@backline.example', 'desk@backline.example'], ownDomain: 'backline.example' }
const parse = (source: Buffer, isCut = false) => parseEmail({ source, isCut, ...own })
const letter = '0a1b2c3d-0000-4000-8000-00000000000a'

describe('an email', () => {
  it(
    'shows what the visitor wrote, and folds what the mail program quoted',
    testEach(
      replies.flatMap(({ name, text, html }) => [
        [`${name}, text`, text, 'plain'] as const,
        [`${name}, HTML`, html, 'html'] as const,
      ]),
      async (name, text, type) => {
        const { email } = await parse(emailFile({}, text, type))
        expect([name, email.body.replace(/\n+Ann$/, '')]).toEqual([name, answer])
        expect(email.quoted).toContain('which day suits you?')
      },
    ),
  )

  it('keeps answers between quotes, forwarded emails and quotes that the visitor introduced', () => {
    const inline =
      'On 30 Nov 2026, at 09:12, Desk <d@b.example> wrote:\n> Which day?\n\nTuesday.\n\n> Which hour?\n\nTen.'
    expect(foldQuote(inline)).toEqual({ body: inline, quoted: '' })
    expect(foldQuote(`${inline}\n\n> Regards`)).toEqual({ body: inline, quoted: '> Regards' })
    const forwarded = 'From: Bob <bob@h.example>\nSent: Monday\nTo: Ann\nSubject: Plan\n\nHello'
    expect(foldQuote(forwarded)).toEqual({ body: forwarded, quoted: '' })
    const own = 'On Monday you wrote:\nsix weeks. Is that still true?'
    expect(foldQuote(own)).toEqual({ body: own, quoted: '' })
  })

  it('shows HTML as text without hidden parts, and shows where links lead', () => {
    const html = `<title>No</title><style>p{}</style><p>One&nbsp;&amp; <b>two</b><br>three</p><ul><li>four</li></ul>
      <div style="display:none">hidden</div><span style="FONT-SIZE: 0px">tiny</span><script>alert(1)</script>
      <img src="https://tracker.example/p.gif" alt="pixel"><a href="https://plan.example/a">our plan</a>
      <a href="https://plan.example/b">https://plan.example/b</a> <a href="javascript:alert(1)">click</a><pre>a  b\n c</pre>`
    const links = 'our plan <https://plan.example/a> https://plan.example/b click'
    expect(htmlText(html)).toBe(`One & two\nthree\n\n- four\n\n${links}\n\na  b\n c`)
  })

  it(
    'has a kind that tells a person from a program',
    testEach(
      [
        [{}, 'answer'],
        [{ 'Auto-Submitted': 'no' }, 'answer'],
        [{ 'Auto-Submitted': 'auto-replied' }, 'automatic'],
        [{ Precedence: 'bulk' }, 'automatic'],
        [{ 'List-Id': '<news.example>' }, 'automatic'],
        [{ 'X-Autoreply': 'yes' }, 'automatic'],
        [{ 'Return-Path': '<>' }, 'automatic'],
        [{ From: 'Mailer <MAILER-DAEMON@mx.example>', 'Return-Path': '<>' }, 'bounce'],
        [{ 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }, 'bounce'],
        [{ From: 'Desk <Team@Backline.example>' }, 'own'],
        [{ 'Message-ID': `<${letter}@backline.example>` }, 'own'],
        [{ 'Message-ID': `<${letter.toUpperCase()}@backline.example>` }, 'answer'],
      ] as [Record<string, string>, string][],
      async (headers, kind) => {
        expect([headers, (await parse(emailFile(headers, 'Hello'))).email.kind]).toEqual([headers, kind])
      },
    ),
  )

  it('names the emails and the records to which it refers', async () => {
    const headers = {
      'In-Reply-To': `<${letter}@Backline.example>`,
      References: `<a@b.example> <no id> <${letter}@evil.example>\r\n <é@b>`,
      Subject: '=?utf-8?q?Re:_[ABCDEF12]_Gespr=C3=A4ch?= [abcdef12]',
    }
    const { email } = await parse(emailFile(headers, 'Hello'))
    expect(email).toMatchObject({
      letters: [letter],
      header_ids: [`<${letter}@Backline.example>`, '<a@b.example>', `<${letter}@evil.example>`],
      references: ['abcdef12'],
      header_id: '<one@harbour.example>',
      from_name: 'Ann Harbour',
      from_address: 'ann@harbour.example',
      sent_at: '2026-11-30T10:00:00.000Z',
    })
    const returned = `--x\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: <${letter}@backline.example>\r\n\r\nHi\r\n--x--`
    const report = { 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }
    expect((await parse(emailFile(report, returned))).email.letters).toEqual([letter])
    const copy = { ...headers, 'Message-ID': `<${letter}@backline.example>` }
    expect((await parse(emailFile(copy, ''))).email).toMatchObject({ letters: [], header_ids: [], references: [] })
  })

  it('has the same fingerprint after it was moved to another mail server', async () => {
    const print = async (...file: Parameters<typeof emailFile>) => (await parse(emailFile(...file))).email.fingerprint
    const first = await print({}, 'Hello')
    expect(await print({ Received: 'by another server' }, 'Hello')).toBe(first)
    expect(await print({}, 'Hello again')).not.toBe(first)
    expect(await print({ 'Message-ID': '<two@harbour.example>' }, 'Hello')).not.toBe(first)
  })

  it('[V3] contains no control characters and no file paths', async () => {
    const type = 'multipart/mixed; boundary=x'
    const part = (name: string) =>
      `--x\r\nContent-Type: application/zip\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\nUEs=\r\n`
    const names = ['../../x', 'C:\\\\a\\\\b.zip', `${'n'.repeat(300)}.zip`, 'a\u202egnp.exe', '..', 'con\u0000|?.zip']
    const text = '--x\r\nContent-Type: text/plain\r\n\r\nHi\u0000\u0007 \u202ethere\r\n'
    const headers = {
      'Content-Type': type,
      From: '=?utf-8?q?Ann=0D=0ABcc=3A_x?= <ann@harbour.example>',
      Subject: '=?utf-8?q?A=00=0D=0AB?=',
      'Message-ID': '<a b\u0001>',
    }
    const { email, files } = await parse(emailFile(headers, `${text}${names.map(part).join('')}--x--`))
    expect(email.files.map(({ name }) => name)).toEqual([
      'x',
      'b.zip',
      `${'n'.repeat(196)}.zip`,
      'agnp.exe',
      'file',
      'con__.zip',
    ])
    expect(files.map((file) => file?.length)).toEqual(names.map(() => 2))
    expect(email).toMatchObject({ body: 'Hi there', subject: 'A B', from_name: 'Ann Bcc: x', header_id: null })
    expect((await parse(emailFile({ From: 'Ann <ann at harbour>' }, ''))).email.from_address).toBe('')
  })
})
