import { createTransport } from 'nodemailer'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { sampleData } from '#letters/samples.ts'
import { payloads, withPayload } from '#letters/testing.ts'
import type { LetterData } from '#letters/types.ts'
import { writeLetter } from '#letters/write-letter.ts'
import { sentLetterKinds } from '#shared/contract/outbox.ts'
import { testEach } from '#shared/lib/testing.ts'
import { toMessage } from './mailer.ts'

const now = Date.UTC(2026, 10, 20, 14, 5)
const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })

/** Returns the sent email as another library parses it. */
async function posted(data: LetterData) {
  const stamp = { id: '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10', date: new Date(now) }
  const sender = { name: 'Backline', address: 'desk@backline.example' }
  const { message } = await transport.sendMail(toMessage(await writeLetter(data), sender, stamp))
  return PostalMime.parse(message as Buffer)
}

it('[M1] shows a name in an email subject as typed, even if the name looks like an encoded word', async () => {
  const data = withPayload(sampleData('team-booking', now), ' =?utf-8?q?=0D=0ABcc:_x?= =?utf-8?b?DQo=?=')
  expect((await posted(data)).subject).toMatch(/=\u200b\?utf-8\?q\?=0D=0ABcc:_x\?=/)
})

const anySubject = /^[A-Z]\P{Cc}*$/u

it(
  '[M1] keeps typed text from adding a header or part to any email',
  testEach(sentLetterKinds, async (kind) => {
    const usual = await posted(withPayload(sampleData(kind, now), ''))
    const frame = ({ headers, attachments, to, from }: typeof usual) => ({
      headers: headers.map(({ key, value }) => [key, /^(subject|content-type|reply-to)$/.test(key) ? '' : value]),
      attachments: attachments.map(({ mimeType, filename, disposition }) => [mimeType, filename, disposition]),
      to,
      from,
    })
    const mail = await posted(withPayload(sampleData(kind, now), payloads.join('')))
    const without = frame(usual).headers.filter(([key]) => mail.replyTo || key !== 'reply-to')
    expect(frame(mail)).toEqual({ ...frame(usual), headers: without })
    expect(mail.subject).toMatch(anySubject)
  }),
)
