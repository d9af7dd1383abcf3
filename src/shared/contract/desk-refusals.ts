import * as v from 'valibot'
import { moveWarnings } from './desk.ts'

const facts = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.string(), v.parseJson(), v.object(entries))

/** Hints of refusals whose message needs no further explanation at the desk. */
const plainHints = ['last_owner', 'too_many', 'no_address'] as const

/** A refusal (HTTP 409, code PT409) that the desk explains, with the facts from its details. */
export const refusalSchema = v.variant('hint', [
  v.object({
    hint: v.literal('changed'),
    details: facts({
      status: v.string(),
      /** The confirmed range of a booking, if any. */
      confirmed: v.nullable(v.string()),
      /** `outcome`: what was written down after the call. */
      what: v.optional(v.string()),
      /** The last user who changed it, and when; null for the server. */
      by: v.nullable(v.string()),
      at: v.string(),
    }),
  }),
  v.object({ hint: v.literal('not_allowed'), details: facts({ from: v.string(), to: v.string() }) }),
  /** A future call cannot be held or missed yet; `now` is the database's time. */
  v.object({ hint: v.literal('not_begun'), details: facts({ starts: v.string(), now: v.string() }) }),
  /** One of the times to offer is not free any more. */
  v.object({ hint: v.literal('taken'), details: facts({ start: v.string() }) }),
  /** The last reply is another than the author read: whose (null for one who left) and when; no `at` if none is left. */
  v.object({
    hint: v.literal('replied'),
    details: facts({ by: v.nullable(v.string()), at: v.nullable(v.string()) }),
  }),
  /** The visitor now asks for this time, or for none. */
  v.object({ hint: v.literal('wish_changed'), details: facts({ proposed: v.nullable(v.string()) }) }),
  v.object({ hint: v.literal('overlap'), details: facts({ booking: v.string(), confirmed: v.string() }) }),
  /** The assignee is not a member who can work at the desk. */
  v.object({ hint: v.literal('not_staff'), details: facts({ assigned_to: v.string() }) }),
  v.object({
    hint: v.picklist(moveWarnings),
    details: facts({
      /** All warnings about this time; the hint is the first of them. */
      warnings: v.array(v.picklist(moveWarnings)),
      /** Of the call's week; `taken` without this call. */
      capacity: v.number(),
      taken: v.number(),
    }),
  }),
])
export type Refusal = v.InferOutput<typeof refusalSchema>

/** Every hint of a refusal by the database. */
export const refusalHints: readonly string[] = [
  ...refusalSchema.options.flatMap(({ entries: { hint } }) =>
    hint.type === 'literal' ? [hint.literal] : hint.options,
  ),
  ...plainHints,
]
