import * as v from 'valibot'
import { moveWarnings } from './desk.ts'

const facts = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.string(), v.parseJson(), v.object(entries))

/** Hints of refusals whose own sentence says enough, wherever at the desk they are met. */
const plainHints = ['last_owner', 'too_many'] as const

/** A refusal (HTTP 409, code PT409) that the desk explains: the client's error, with the facts read from its details. */
export const refusalSchema = v.variant('hint', [
  v.object({
    hint: v.literal('changed'),
    details: facts({
      status: v.string(),
      /** The confirmed range of a booking, if any. */
      confirmed: v.nullable(v.string()),
      /** Who moved it last and when; null for what the server did by itself. */
      by: v.nullable(v.string()),
      at: v.string(),
    }),
  }),
  v.object({ hint: v.literal('not_allowed'), details: facts({ from: v.string(), to: v.string() }) }),
  /** A call that is to come was neither held nor missed; `now` is by the clock that counts. */
  v.object({ hint: v.literal('not_begun'), details: facts({ starts: v.string(), now: v.string() }) }),
  /** The visitor asks for this time by now, or for none any more. */
  v.object({ hint: v.literal('wish_changed'), details: facts({ proposed: v.nullable(v.string()) }) }),
  v.object({ hint: v.literal('overlap'), details: facts({ booking: v.string(), confirmed: v.string() }) }),
  /** Who shall be assigned does not answer at the desk. */
  v.object({ hint: v.literal('not_staff'), details: facts({ assigned_to: v.string() }) }),
  v.object({
    hint: v.picklist(moveWarnings),
    details: facts({
      /** All that speak against this time; the hint is the first of them. */
      warnings: v.array(v.picklist(moveWarnings)),
      /** Of the week it would be in; `taken` without this call. */
      capacity: v.number(),
      taken: v.number(),
    }),
  }),
])
export type Refusal = v.InferOutput<typeof refusalSchema>

/** Every hint that the database refuses with. */
export const refusalHints: readonly string[] = [
  ...refusalSchema.options.flatMap(({ entries: { hint } }) =>
    hint.type === 'literal' ? [hint.literal] : hint.options,
  ),
  ...plainHints,
]
