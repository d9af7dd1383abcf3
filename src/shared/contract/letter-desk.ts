import * as v from 'valibot'
import { sampleLetters } from './outbox.ts'

/** Reply of `GET /letters/v1/<id>` and `GET /letters/v1/samples/<kind>`: a letter with present data. */
export const letterView = v.object({
  /** One of `sampleLetters`: the kind that was or would be sent. */
  kind: v.picklist(sampleLetters),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  /** The attached invitation, as calendars read it. */
  calendar: v.nullable(v.string()),
})
export type LetterView = v.InferOutput<typeof letterView>

/** The reason, as a sentence, why a letter has no text. */
export const noLetterView = v.object({ dropped: v.string() })

/** `POST /letters/v1/test`: sends a sample to the caller at once. */
export const testRequest = v.object({ kind: v.picklist(sampleLetters) })

/** The mail server's answer. `reason` is as in the outbox. */
export const testAnswer = v.object({
  to: v.string(),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  /** The mail server had the whole letter and did not answer in time. */
  isDoubtful: v.boolean(),
})
export type TestAnswer = v.InferOutput<typeof testAnswer>

/** `GET /letters/v1/status`: how the server sends mail, without user name and password of the mail server. */
export const mailStatus = v.object({
  /** Host and port of the mail server; null: letters are written into a folder. */
  server: v.nullable(v.string()),
  sender: v.string(),
  /** The domain that signs letters (DKIM); null: they are not signed. */
  signedBy: v.nullable(v.string()),
})
export type MailStatus = v.InferOutput<typeof mailStatus>

/**
 * The fields of the form for `POST /letters/v1/page`, which returns the letter as a page: the token, and either the id
 * of a letter in the outbox or the kind of a sample.
 */
export const pageFields = { token: 'token', id: 'id', sample: 'sample', look: 'look' } as const

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
