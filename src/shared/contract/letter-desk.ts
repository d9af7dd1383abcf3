import * as v from 'valibot'
import { sampleLetters } from './outbox.ts'

/** What `GET /letters/v1/<id>` and `GET /letters/v1/samples/<kind>` answer: a letter as it would read now. */
export const letterView = v.object({
  /** One of `sampleLetters`: what it has become, or would. */
  kind: v.picklist(sampleLetters),
  to: v.string(),
  subject: v.string(),
  text: v.string(),
  /** The invitation that goes with it, as calendars read it. */
  calendar: v.nullable(v.string()),
})
export type LetterView = v.InferOutput<typeof letterView>

/** The reason, as a sentence, why a letter has no text any more or never gets one. */
export const noLetterView = v.object({ dropped: v.string() })

/** `POST /letters/v1/test`: sends a sample to whoever asks, at once. */
export const testRequest = v.object({ kind: v.picklist(sampleLetters) })

/** What the mail server said. `reason` is as in the outbox. */
export const testAnswer = v.object({
  to: v.string(),
  sent: v.boolean(),
  reason: v.nullable(v.string()),
  /** The other side had all of it and did not answer in time. */
  isDoubtful: v.boolean(),
})
export type TestAnswer = v.InferOutput<typeof testAnswer>

/** `GET /letters/v1/status`: how mail leaves this server. Never a name or password for the mail server. */
export const mailStatus = v.object({
  /** Host and port of the mail server; null: letters are laid into a folder. */
  server: v.nullable(v.string()),
  sender: v.string(),
  /** The domain that signs them (DKIM); null: they are not signed. */
  signedBy: v.nullable(v.string()),
})
export type MailStatus = v.InferOutput<typeof mailStatus>

/**
 * The fields of the form by which `POST /letters/v1/page` is asked for the letter as a page of its own: the token, and
 * either the id of one in the outbox or the kind of a sample.
 */
export const pageFields = { token: 'token', id: 'id', sample: 'sample', look: 'look' } as const
