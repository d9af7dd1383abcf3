import * as v from 'valibot'

export const deskLists = ['bookings', 'messages'] as const

/** Restricts every view of a list. */
export interface Narrowing {
  /** Words, each in name, address, company, what was written or noted, or the first of the id; or a phone number. */
  term?: string | undefined
  source?: string | undefined
  /** A user's id, or `nobody`. */
  assignee?: string | undefined
  /** The range for the time of the call, or of the message's arrival. */
  from?: string | undefined
  until?: string | undefined
}

/** The argument of `rpc/list_bookings` and `rpc/list_messages`. */
export interface ListRequest extends Narrowing {
  /** `open`, `overdue`, `follow-up`, `any`, or a state; without it everything but spam. */
  view?: string | undefined
  sort?: string | undefined
  down?: boolean | undefined
  page?: number | undefined
  /** The number of rows of a page, 50 by default. */
  most?: number
}

/** The most rows that a page has, and that are changed at once. */
export const mostRows = 500

/** The argument of `rpc/change_many`, which returns the ids of the rows that it changed. */
export interface ManyChanges {
  list: (typeof deskLists)[number]
  act: 'move' | 'assign' | 'undo'
  /** From the state or assignee that the user saw to another; for `undo`, from the state that their move led to. */
  rows: readonly { id: string; from: string | null; to: string | null }[]
}

/** Matches of a search outside the list. */
const elsewhereSchema = v.object({
  spam: v.number(),
  suspect: v.number(),
  /** In another view, or excluded by a filter. */
  others: v.number(),
})
export type Elsewhere = v.InferOutput<typeof elsewhereSchema>

export const listSchema = <Row>(row: v.GenericSchema<unknown, Row>) =>
  v.object({
    rows: v.array(row),
    /** The number of rows on all pages. */
    total: v.number(),
    /** Whether no row matches exactly, and these differ by one typing error. */
    is_near: v.boolean(),
    /** Null without a search. */
    elsewhere: v.nullable(elsewhereSchema),
  })

/** The number of rows of each view, with the same restrictions: `rpc/booking_counts` and `rpc/message_counts`. */
export const listCountsSchema = v.record(v.string(), v.number())

/** A row of `saved_views`, with the parameters of the list's address. */
export const savedViewSchema = v.object({
  id: v.string(),
  owner: v.string(),
  name: v.string(),
  filters: v.record(v.string(), v.union([v.string(), v.boolean()])),
  is_shared: v.boolean(),
})
