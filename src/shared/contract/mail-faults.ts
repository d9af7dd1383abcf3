/** Codes of nodemailer that a mail server, or the network, can cause. */
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
 * Our own codes: the address cannot get mail, another key sealed the letter, a later release caused it, it was due when
 * a backup was restored, or an unexpected exception was thrown.
 */
const ownFaults = ['EREFUSED', 'ESEALED', 'EKIND', 'ERESTORED', 'EINTERNAL'] as const

/** The first word of an unsent letter's reason. The desk explains what to do about each. */
export const mailFaults = [...wayFaults, ...ownFaults] as const
export type MailFault = (typeof mailFaults)[number]

/** The reason in the outbox, which never contains an address. */
export const reasonOf = (fault: MailFault, says: string): string => `${fault}: ${says}`
