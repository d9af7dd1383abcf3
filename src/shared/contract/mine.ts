import * as v from 'valibot'
import { turnSchema } from './booking-state.ts'

/** An assigned booking or message, or an assigned next step. */
export const handoverKinds = ['record', 'step'] as const

const text = v.string()
const item = { what: v.picklist(['booking', 'message']), id: text, name: text, company: text }
export type MineItem = v.InferOutput<ReturnType<typeof v.object<typeof item, undefined>>>

/** Response of `rpc/desk_mine`: at most 50 items in each part, the most urgent or the newest first. */
export const mineSchema = v.object({
  /** Today in the desk's time zone, and the number of records that need the caller now. */
  ...{ today: text, count: v.number() },
  /** For owners: the time since which the team's mailbox could not be read. */
  mailbox_unread_since: v.nullable(text),
  /** Bookings and messages that are assigned to the caller and wait for an answer. */
  due: v.array(
    v.object({
      ...{ ...item, created_at: text, answered_at: v.nullable(text), answer_hours: v.number(), due_at: text },
      unanswered_since: text,
      state: v.object(turnSchema),
    }),
  ),
  steps: v.array(v.object({ ...item, step: text, on: text })),
  /** Confirmed calls from 25 hours ago to 25 hours ahead. */
  calls: v.array(v.object({ ...item, starts: text, ends: text })),
  /** Unseen assignments and mentions. `by` is null if the server assigned a call; `body` is the text of a note. */
  news: v.array(
    v.object({
      ...{ ...item, kind: v.picklist([...handoverKinds, 'mention']), at: text },
      ...{ by: v.nullable(text), body: v.nullable(text) },
    }),
  ),
})
export type Mine = v.InferOutput<typeof mineSchema>
