import * as v from 'valibot'
import { nullableTexts } from './desk-records.ts'
import { timeZone } from './fields.ts'
import { optionalBookingLimits } from './form-rules.ts'

const text = v.nullable(v.string())
const instant = v.pipe(v.string(), v.transform(Date.parse))

const commonFields = {
  id: v.string(),
  created_at: instant,
  name: v.string(),
  email: v.string(),
  company: v.string(),
  source: v.string(),
  campaign: text,
  landing_page: text,
  referrer: text,
}

/**
 * The part of `visitorExportSchema` that the page shows; the exported file contains all its fields. Unknown values are
 * shown unchanged.
 */
export const ownDataSchema = v.object({
  email: v.string(),
  bookings: v.array(
    v.object({
      ...commonFields,
      ...nullableTexts(optionalBookingLimits),
      status: v.string(),
      phone: text,
      current_challenges: text,
      team_size: text,
      time_zone: v.nullable(timeZone),
      call_at: instant,
    }),
  ),
  messages: v.array(
    v.object({
      ...commonFields,
      status: v.string(),
      inquiry_type: v.string(),
      message: v.string(),
    }),
  ),
  notes: v.array(v.object({ created_at: instant, body: v.string() })),
  emails: v.array(v.object({ created_at: instant, body: v.string() })),
  replies: v.array(v.object({ created_at: instant, body: v.string() })),
  letters: v.array(
    v.object({
      created_at: instant,
      kind: v.string(),
      state: v.string(),
      settled_at: v.nullable(instant),
    }),
  ),
  interactions: v.array(v.object({ created_at: instant })),
  account: v.nullable(
    v.object({
      created_at: instant,
      role: text,
      is_kept: v.optional(v.boolean(), false),
    }),
  ),
  log: v.array(v.object({ at: instant, action: v.string(), details: v.object({ by: v.optional(v.unknown()) }) })),
})
export type OwnData = v.InferOutput<typeof ownDataSchema>
