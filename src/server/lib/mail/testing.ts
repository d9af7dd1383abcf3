import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { callbackify } from 'node:util'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'
import { createLog } from '#server/lib/log.ts'
import type { Letter, Mailer } from './mailer.ts'

export interface ReceivedEmail {
  from: string
  to: string[]
  mail: Email
  bytes: Buffer
}

/** A mail server that stores the emails that it receives; `answer` can refuse a recipient. */
export async function openSink(
  options: { port?: number; answer?: (address: string) => Error | null } = {},
): Promise<{ port: number; received: ReceivedEmail[]; close: () => Promise<void> }> {
  const received: ReceivedEmail[] = []
  const keep = callbackify(async (stream: Readable, { mailFrom, rcptTo }: SMTPServerEnvelope) => {
    const bytes = await buffer(stream)
    const mail = await PostalMime.parse(bytes)
    const to = rcptTo.map(({ address }) => address)
    received.push({ from: mailFrom ? mailFrom.address : '', to, mail, bytes })
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

export async function openRawServer(
  onConnection: (socket: Socket) => void,
): Promise<{ url: string; port: number; close: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    onConnection(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export const phases = ['greeting', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'end'] as const
export type Phase = (typeof phases)[number]
/**
 * A delay in milliseconds before the usual reply, a different reply, or no reply. With 'read no more', the usual reply
 * is still sent.
 */
export type ScriptedReply = number | `${number} ${string}` | 'hang up' | 'be silent' | 'read no more'

/** A mail server that can misbehave in each phase. `accepted` contains the emails that the server confirmed. */
export async function openScriptedServer(turn: (phase: Phase) => ScriptedReply) {
  const accepted: string[] = []
  const usual = {
    greeting: '220 x',
    EHLO: '250 x',
    MAIL: '250 x',
    RCPT: '250 x',
    DATA: '354 x',
    end: '250 x',
  }
  const server = await openRawServer((socket) => {
    let inLetter = false
    let buffered = ''
    const act = (phase: Phase, letter = '') => {
      const what = turn(phase)
      if (what === 'be silent') return
      if (what === 'hang up') return void socket.destroy()
      if (what === 'read no more') socket.pause()
      const isAnswer = typeof what === 'string' && what !== 'read no more'
      const answer = isAnswer ? what : usual[phase]
      if (phase === 'DATA' && answer.startsWith('3')) inLetter = true
      if (phase === 'end' && answer.startsWith('2')) accepted.push(letter)
      setTimeout(() => socket.write(`${answer}\r\n`), typeof what === 'number' ? what : 0)
    }
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      buffered += chunk
      for (;;) {
        const end = buffered.indexOf(inLetter ? '\r\n.\r\n' : '\r\n')
        if (end < 0) return
        const text = buffered.slice(0, end)
        buffered = buffered.slice(end + (inLetter ? 5 : 2))
        if (inLetter) {
          inLetter = false
          act('end', text)
        } else if (text.startsWith('QUIT')) socket.end('221 x\r\n')
        else if (text.startsWith('RSET')) socket.write('250 x\r\n')
        else act(phases.find((phase) => text.startsWith(phase)) ?? 'EHLO')
      }
    })
    act('greeting')
  })
  return { ...server, accepted }
}

/** A log whose lines tests can read and wait for. */
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
    /** Resolves when a line contains this text. */
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

export const recordingMailer = (letters: Letter[]): Mailer => ({
  async send(letter) {
    letters.push(letter)
    return { state: 'sent' }
  },
  close: () => {},
})
