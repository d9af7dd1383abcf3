import { isIP } from 'node:net'
import { ImapFlow, type ImapFlowError, type MailboxObject } from 'imapflow'
import { type OutgoingPolicy, outgoingFaultOf, outgoingLookup, readOutgoingUrl } from '#server/lib/outgoing.ts'
import type { MailboxError } from '#shared/contract/team-mailbox.ts'
import { limits, type MailboxAccess, MailboxFault } from './types.ts'

export interface OpenMailbox {
  client: ImapFlow
  inbox: MailboxObject
}

/** Milliseconds allowed for opening the mailbox, and for each later answer of the server. */
export interface MailboxTimeouts {
  opening: number
  answer: number
}

/** Returns the host name as connections use it; throws if it is not a host name or if it is a private IP address. */
function checkedHost(host: string, { allowPrivate }: OutgoingPolicy): string {
  const url = readOutgoingUrl(`https://${isIP(host) === 6 ? `[${host}]` : host}/`, allowPrivate)
  if (typeof url === 'string') throw new MailboxFault(url)
  if (isIP(host) !== 6 && /[\s/\\?#@:%]/.test(host)) throw new MailboxFault('bad-address')
  return url.hostname.replace(/^\[|\]$/g, '')
}

/**
 * Signs in and opens the inbox for reading only, so that no email is marked as read. `signal` closes the connection.
 * Throws `MailboxFault` if the mailbox cannot be opened.
 */
export async function openMailbox(
  { host, port, username, password }: MailboxAccess,
  policy: OutgoingPolicy,
  { opening, answer }: MailboxTimeouts,
  signal: AbortSignal,
): Promise<OpenMailbox> {
  signal.throwIfAborted()
  const client = new ImapFlow({
    host: checkedHost(host, policy),
    port,
    secure: port === 993,
    ...(port !== 993 && !policy.allowPrivate && { doSTARTTLS: true }),
    // The lookup checks the addresses to which the connection is then made.
    tls: { lookup: outgoingLookup(policy) },
    auth: { user: username, pass: password },
    // The log would contain emails.
    logger: false,
    autoIdleDelay: 1000,
    disableCompression: true,
    connectionTimeout: opening,
    greetingTimeout: opening,
    socketTimeout: answer,
    maxLiteralSize: limits.whole + 1000,
    maxLineLength: limits.whole,
    maxResponseSize: 2 * limits.whole,
    maxResponseTokens: 50_000,
  })
  // After an error, the client closes the connection, and the next command fails.
  client.on('error', () => {})
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  client.once('close', () => signal.removeEventListener('abort', close))
  try {
    await client.connect()
    return { client, inbox: await client.mailboxOpen('INBOX', { readOnly: true }) }
  } catch (error) {
    client.close()
    signal.throwIfAborted()
    throw new MailboxFault(faultOf(error as Error))
  }
}

const faults: Readonly<Record<string, MailboxError>> = {
  CONNECT_TIMEOUT: 'too-slow',
  GREETING_TIMEOUT: 'too-slow',
  UPGRADE_TIMEOUT: 'too-slow',
  ETIMEOUT: 'too-slow',
  STARTTLS_INJECTION: 'certificate',
  InvalidResponse: 'no-imap',
  UnexpectedTag: 'no-imap',
  MissingTag: 'no-imap',
  LineTooLarge: 'no-imap',
}

function faultOf(error: ImapFlowError): MailboxError {
  const { code = '' } = error
  if (error.authenticationFailed) return 'wrong-password'
  if (faults[code]) return faults[code]
  if (code.startsWith('ParserError') || error.responseStatus !== undefined) return 'no-imap'
  const fault = outgoingFaultOf(error)
  return error.tlsFailed && fault === 'broken-off' ? 'not-encrypted' : fault
}
