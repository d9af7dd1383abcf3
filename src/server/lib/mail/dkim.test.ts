import { generateKeyPairSync } from 'node:crypto'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { afterAll, expect, it } from 'vitest'
import { openMailer } from './mailer.ts'
import { letterForTest, openSink, openTestLog, type ReceivedEmail } from './testing.ts'

const { publicKey, privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'der' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
const resolver = async (name: string, type: string) => {
  if (name !== 'backline._domainkey.backline.example' || type !== 'TXT') throw new Error(`no ${type} ${name}`)
  return [[record]]
}

const sink = await openSink()
const mailer = openMailer({
  smtpUrl: `smtp://127.0.0.1:${sink.port}`,
  from: 'Backline <desk@backline.example>',
  folder: '',
  dkim: { domain: 'backline.example', selector: 'backline', privateKey },
  log: openTestLog().log,
})
afterAll(async () => {
  mailer.close()
  await sink.close()
})

it('signs emails for the sender’s domain, so that a change to a signed email is detected', async () => {
  const calendar = {
    method: 'REQUEST' as const,
    text: 'BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nEND:VCALENDAR\r\n',
  }
  const letter = {
    ...letterForTest,
    text: '.\n..dots\nFrom here\n',
    replyTo: 'ada@engines.example',
    calendar,
  }
  const how = { id: 'a-letter', date: new Date(), signal: new AbortController().signal }
  expect(await mailer.send(letter, how)).toEqual({ state: 'sent' })
  const { bytes } = sink.received.pop() as ReceivedEmail
  const text = bytes.toString()
  const resultOf = async (message: string) => {
    const { results } = await dkimVerify(Buffer.from(message), { resolver })
    return results.map(({ signingDomain, selector, status }) => [signingDomain, selector, status.result])
  }
  expect(await resultOf(text)).toEqual([['backline.example', 'backline', 'pass']])
  for (const [from, to] of [
    ['..dots', '..spots'],
    ['METHOD:REQUEST', 'METHOD:CANCEL'],
    ['From: Backline', 'From: Frontline'],
    ['Subject: ', 'Subject: not '],
    ['Reply-To: ada@', 'Reply-To: eve@'],
    ['To: thandi@', 'To: eve@'],
    ['<a-letter@', '<b-letter@'],
  ] as const) {
    expect(text).toContain(from)
    const [[, , result] = []] = await resultOf(text.replace(from, to))
    expect([from, result]).toEqual([from, expect.stringMatching(/^(fail|neutral)$/)])
  }
})
