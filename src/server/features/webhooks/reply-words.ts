import type { OutgoingFault } from '#shared/contract/outgoing.ts'
import type { Reply } from './types.ts'

const faultWords: Readonly<Record<OutgoingFault, string>> = {
  'bad-address': 'This is no address of the web: it begins with https:// and has no name and password in it.',
  'not-encrypted': 'The address must begin with https://.',
  'private-address': 'The address leads into a private network, which this server does not call.',
  'name-not-found': 'Nobody knows the name in the address.',
  refused: 'Nobody answers at this address.',
  certificate: 'No encrypted connection came about: the receiver has no valid certificate for this address.',
  'too-slow': 'No answer came in time.',
  'broken-off': 'The connection was broken off before an answer came.',
}

export const faultInWords = (fault: OutgoingFault): string => faultWords[fault]

export const isTaken = (reply: Reply): boolean =>
  'status' in reply && reply.status >= 200 && reply.status < 300

/** The receiver's reaction in words, for owners. Never its text, which anybody could have written. */
export function replyInWords(reply: Reply): string {
  if ('fault' in reply) return faultInWords(reply.fault)
  const { status } = reply
  if (isTaken(reply)) return `Answered ${status}.`
  if (status >= 300 && status < 400) return `Answered ${status}, which leads elsewhere; that is not followed.`
  if (status === 410) return 'Answered 410: the receiver is gone.'
  return `Answered ${status}.`
}
