import * as v from 'valibot'
import { sentLetterKinds } from './outbox.ts'

/** Response of `GET /letters/v1/<id>` and `GET /letters/v1/samples/<kind>`: an email with current data. */
export const letterPreviewSchema = v.object({
  /** The kind of email that was or would be sent. */
  kind: v.picklist(sentLetterKinds),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  /** The attached iCalendar invitation. */
  calendar: v.nullable(v.string()),
})
export type LetterPreview = v.InferOutput<typeof letterPreviewSchema>

/** A sentence that says why the email has no text. */
export const noPreviewSchema = v.object({ dropped: v.string() })

/** Body of `POST /letters/v1/test`, which sends a sample to the caller at once. */
export const testLetterRequest = v.object({ kind: v.picklist(sentLetterKinds) })

/** The mail server's response. `reason` has the same format as in the outbox. */
export const testLetterResultSchema = v.object({
  to: v.string(),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  /** The mail server received the entire email but did not respond in time. */
  isDoubtful: v.boolean(),
})
export type TestLetterResult = v.InferOutput<typeof testLetterResultSchema>

/** Response of `GET /letters/v1/status`: the mail settings without user name and password. */
export const mailStatus = v.object({
  /** Host and port of the mail server; null if emails are written to a folder. */
  server: v.nullable(v.string()),
  sender: v.string(),
  /** The domain that signs emails (DKIM); null if they are not signed. */
  signedBy: v.nullable(v.string()),
})
export type MailStatus = v.InferOutput<typeof mailStatus>

/**
 * The form fields of `POST /letters/v1/page`, which returns an email as a page: the token, and either the id of an
 * email in the outbox or the kind of a sample email.
 */
export const letterPageFields = { token: 'token', id: 'id', sample: 'sample', look: 'look' } as const

/** Nodemailer's codes for errors from the mail server or the network. */
export const mailTransportErrors = [
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
export type MailTransportError = (typeof mailTransportErrors)[number]

/**
 * Our own codes: the address cannot receive mail; the email was encrypted with another key, created by a newer release,
 * or due when a backup was restored; or an unexpected exception was thrown.
 */
const ownMailErrors = ['EREFUSED', 'ESEALED', 'EKIND', 'ERESTORED', 'EINTERNAL'] as const

/**
 * Error codes at the start of a stored reason for an unsent email. The desk explains what to do for each code.
 */
export const mailErrors = [...mailTransportErrors, ...ownMailErrors] as const
export type MailError = (typeof mailErrors)[number]

/** Formats the reason to store in the outbox. `says` must not contain an email address. */
export const formatMailReason = (fault: MailError, says: string): string => `${fault}: ${says}`
