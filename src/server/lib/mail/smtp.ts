import { createTransport, type SMTPPoolOptions } from 'nodemailer'
import type { Delivery } from './delivery.ts'

export type SmtpServer = Required<
  Pick<SMTPPoolOptions, 'host' | 'port' | 'secure' | 'requireTLS' | 'ignoreTLS'>
> &
  Pick<SMTPPoolOptions, 'auth'>

const loopback = /^(localhost|127(\.\d{1,3}){3}|::1)$/

/**
 * Reads `smtp://user:password@host:587` or `smtps://…:465`; null for anything else. What crosses a network is
 * encrypted or not sent: links and codes are keys. `?tls=off` is for a relay in a network of one's own.
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

/** Hands letters to a mail server. `patience`: milliseconds for which a server may be silent. */
export function smtpDelivery(server: SmtpServer, patience: number): Delivery {
  const transport = createTransport({
    ...server,
    pool: true,
    maxConnections: 2,
    idleTimeout: 5000,
    // Trying again is the mailer's work: it knows when the process ends.
    maxRequeues: 0,
    connectionTimeout: patience,
    greetingTimeout: patience,
    socketTimeout: patience,
    dnsTimeout: patience,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send(message, _kind, signal) {
      await transport.sendMail({ ...message, signal })
    },
    close: () => transport.close({ force: true }),
  }
}
