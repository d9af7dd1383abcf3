import { PassThrough } from 'node:stream'
import { createTransport, type SendMailOptions, type SMTPPoolOptions } from 'nodemailer'
import type { Delivery } from './delivery.ts'

export type SmtpServer = Required<Pick<SMTPPoolOptions, 'host' | 'port' | 'secure' | 'requireTLS' | 'ignoreTLS'>> &
  Pick<SMTPPoolOptions, 'auth'>

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/**
 * Reads `smtp://user:password@host:587` or `smtps://…:465`; returns null for any other string. Over a network,
 * emails are sent only over encrypted connections, because their links and codes grant access. `?tls=off` is for a
 * relay in the operator's own network.
 */
export function readSmtpUrl(text: string): SmtpServer | null {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const secure = url.protocol === 'smtps:'
  const offered = ['', '?tls=off'].includes(url.search) && !url.hash && ['', '/'].includes(url.pathname)
  if (!host || !offered || (secure && url.search)) return null
  const plain = !secure && (loopback.test(host) || url.search !== '')
  try {
    return {
      host,
      port: Number(url.port || (secure ? 465 : 587)),
      secure,
      requireTLS: !secure && !plain,
      ignoreTLS: plain,
      ...(url.username && {
        auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
      }),
    }
  } catch {
    return null
  }
}

/** Milliseconds for which a server may be silent. */
export interface SmtpOptions {
  /** Maximum silence before the server's greeting. */
  patience: number
  /** Maximum silence after the server's greeting. */
  silence: number
}

/** An email as nodemailer passes it on, including unknown fields. */
interface SmtpMessage extends SendMailOptions {
  onWhole?: (() => void) | undefined
}

export function smtpDelivery(server: SmtpServer, { patience, silence }: SmtpOptions): Delivery {
  const transport = createTransport({
    ...server,
    pool: true,
    // The caller decides how many emails are in flight, because an email that waits for a response must not block
    // others.
    maxConnections: Infinity,
    idleTimeout: 5000,
    // The caller decides about retries, because only the caller knows whether the email may have arrived.
    maxRequeues: 0,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: silence,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  // The connection reads this stream once the server accepts the email. At the end of the stream, only the closing dot
  // remains to be sent.
  transport.use('stream', (mail, done) => {
    const { onWhole } = mail.data as SmtpMessage
    mail.message?.processFunc((input) => {
      const last = new PassThrough()
      if (onWhole) last.once('end', onWhole)
      return input.pipe(last)
    })
    done()
  })
  return {
    async send({ from, to, bytes }, signal, onWhole) {
      const carried: SmtpMessage = { envelope: { from, to: [to] }, raw: bytes, signal, onWhole }
      await transport.sendMail(carried)
    },
    close: () => transport.close({ force: true }),
  }
}
