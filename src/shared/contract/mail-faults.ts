/** Codes of nodemailer that a mail server, or the way to it, can bring about. */
export const wayFaults = [
  'EABORT',
  'EAUTH',
  'ECONNECTION',
  'EDNS',
  'EENVELOPE',
  'EMESSAGE',
  'ENOAUTH',
  'EPROTOCOL',
  'ESOCKET',
  'ETIMEDOUT',
  'ETLS',
] as const
export type WayFault = (typeof wayFaults)[number]

/**
 * Our own: nobody can be written to at such an address, another key has sealed the letter, a later release has caused it,
 * it was due when a backup was restored, or something was thrown that nobody foresaw.
 */
const ownFaults = ['EREFUSED', 'ESEALED', 'EKIND', 'ERESTORED', 'EINTERNAL'] as const

/** What the reason of a letter that did not leave begins with. The desk says what can be done about each. */
export const mailFaults = [...wayFaults, ...ownFaults] as const
export type MailFault = (typeof mailFaults)[number]

/** A reason as the outbox keeps it; never with an address in it. */
export const reasonOf = (fault: MailFault, says: string): string => `${fault}: ${says}`
