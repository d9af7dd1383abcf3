import * as v from 'valibot'
import { outgoingErrors } from './webhooks.ts'

/**
 * How an email was matched to a record: by the ids of earlier emails, by the reference in its subject, or only by the
 * sender's address. 'new': the email became a message.
 */
export const emailMatches = ['thread', 'reference', 'sender', 'new'] as const

/** Only an 'answer' can change whose turn it is. */
export const visitorEmailKinds = ['answer', 'automatic', 'bounce', 'own'] as const

/** The reasons why the mailbox could not be read. */
export const mailboxErrors = [...outgoingErrors, 'wrong-password', 'no-imap', 'key-lost'] as const
export type MailboxError = (typeof mailboxErrors)[number]

/** The body of `PUT /mailbox/v1`, which tests the connection and then stores it, and of `POST /mailbox/v1/test`. */
export const mailboxInput = v.strictObject({
  host: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(253)),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  username: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
  /** Empty: the stored password stays. */
  password: v.pipe(v.string(), v.maxLength(1000)),
  makes_messages: v.boolean(),
})
export type MailboxInput = v.InferOutput<typeof mailboxInput>

/** Response of `POST /mailbox/v1/test`: the number of emails in the inbox, and whether the server reports new ones. */
export const mailboxTestSchema = v.object({ emails: v.number(), idle: v.boolean() })

/** Response of `rpc/desk_mailbox`; null if no mailbox is connected. */
export const deskMailboxSchema = v.nullable(
  v.object({
    host: v.string(),
    port: v.number(),
    username: v.string(),
    makes_messages: v.boolean(),
    connected_at: v.string(),
    read_at: v.nullable(v.string()),
    fault: v.nullable(v.picklist(mailboxErrors)),
    failing_since: v.nullable(v.string()),
  }),
)
export type DeskMailbox = v.InferOutput<typeof deskMailboxSchema>
