import * as v from 'valibot'

/** What narrows down every view of a list; what is left out narrows nothing down. */
export interface Narrowing {
  /** Words, each in the name, the address or the company, or a phone number in any spelling. */
  term?: string | undefined
  source?: string | undefined
  /** Whose they are, or `nobody`. */
  assignee?: string | undefined
  /** Instants between which the call is, or the message came. */
  from?: string | undefined
  until?: string | undefined
}

/** What `rpc/list_bookings` and `rpc/list_messages` are asked for. */
export interface ListRequest extends Narrowing {
  /** `open`, `overdue`, `any`, or a state; without it everything but spam. */
  view?: string | undefined
  sort?: string | undefined
  down?: boolean | undefined
  page?: number | undefined
}

/** How many more a search finds beside its list. */
const elsewhereSchema = v.object({
  spam: v.number(),
  suspect: v.number(),
  /** In another view, or kept away by a filter. */
  others: v.number(),
})
export type Elsewhere = v.InferOutput<typeof elsewhereSchema>

/** One page of a list. */
export const listSchema = <Row>(row: v.GenericSchema<unknown, Row>) =>
  v.object({
    rows: v.array(row),
    /** The number of rows on all pages. */
    total: v.number(),
    /** Whether nothing is spelled as it was searched, and these are one slip away. */
    is_near: v.boolean(),
    /** Null where nothing is searched. */
    elsewhere: v.nullable(elsewhereSchema),
  })

/** How long each view of a list is, as far as it is narrowed down: `rpc/booking_counts` and `rpc/message_counts`. */
export const listCountsSchema = v.record(v.string(), v.number())
