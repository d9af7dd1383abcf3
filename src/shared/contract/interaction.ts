import * as v from 'valibot'
import { freeText } from './fields.ts'
import { interactionTypes } from './interaction-data.ts'

/** What one interaction, and one request of them, may hold at most. */
export const interactionLimits = {
  /** Rows in one request. */
  rows: 100,
  /** Bytes of `event_data` as JSON text. */
  dataBytes: 8192,
  /** Levels of nesting in `event_data`, itself the first. */
  dataDepth: 8,
  page_url: 2000,
  referrer: 2000,
  user_agent: 512,
} as const

const uuid = () => v.pipe(v.string('must be text'), v.uuid('must be a UUID'))

/** A JSON object; its size and depth are judged apart. */
const data = v.custom<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  'must be an object',
)

/** One row of `user_interactions` as a visitor may insert it. */
export const interactionSchema = v.strictObject({
  /** A UUID of version 7 keeps the order in which a page saw things; the same id sent again is the same row. */
  id: v.optional(uuid()),
  session_id: uuid(),
  event_type: v.picklist(interactionTypes, `must be one of ${interactionTypes.join(', ')}`),
  event_data: v.optional(v.nullable(data)),
  page_url: v.optional(v.nullable(freeText(interactionLimits.page_url))),
  user_agent: v.optional(v.nullable(freeText(interactionLimits.user_agent))),
  referrer: v.optional(v.nullable(freeText(interactionLimits.referrer))),
})

/** An interaction as it travels: what the browser sends and the database stores. */
export type Interaction = v.InferInput<typeof interactionSchema>
