import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'
import { createLog } from '#server/lib/log.ts'
import type { Letter, Mailer } from './mailer.ts'

export interface Received {
  from: string
  to: string[]
  mail: Email
}

/** A mail server that keeps what it gets; `answer` may refuse a recipient. */
export async function openSink(
  options: { port?: number; answer?: (address: string) => Error | null } = {},
): Promise<{ port: number; received: Received[]; close: () => Promise<void> }> {
  const received: Received[] = []
  const keep = callbackify(async (stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope) => {
    const mail = await PostalMime.parse(await buffer(stream))
    const to = rcptTo.map(({ address }) => address)
    received.push({ from: mailFrom ? mailFrom.address : '', to, mail })
  })
  const server = new SMTPServer({
    authOptional: true,
    logger: false,
    onRcptTo: ({ address }, _session, done) => done(options.answer?.(address)),
    onData: (stream, { envelope }, done) => keep(stream, envelope, done),
  })
  server.on('error', () => undefined)
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A log that can be read and waited for. */
export function openTestLog() {
  const lines: Record<string, unknown>[] = []
  const waiting = new Set<() => void>()
  const log = createLog({
    write(line) {
      lines.push(JSON.parse(line) as Record<string, unknown>)
      for (const look of waiting) look()
    },
  })
  const saying = (text: string) => lines.filter(({ msg }) => String(msg).includes(text))
  return {
    log,
    saying,
    text: () => JSON.stringify(lines),
    /** Resolves when a line holds this text. */
    said: (text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (saying(text).length === 0) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}

export const letterForTest: Letter = {
  kind: 'invite',
  to: 'thandi@company.example',
  subject: 'You are invited – ünïcode',
  text: 'Follow https://site.example/account/confirm?token=canary\nÜber – all lines\n',
  html: '<p>Follow <a href="https://site.example/account/confirm?token=canary">this link</a>. Über –</p>',
}

/** Keeps letters instead of sending them. */
export const keepingMailer = (letters: Letter[]): Mailer => ({
  post: (letter) => void letters.push(letter),
  async send(letter) {
    letters.push(letter)
    return { state: 'sent' }
  },
  close: async () => {},
})
