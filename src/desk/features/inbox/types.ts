import type { GenericSchema } from 'valibot'
import type { WatchedTable } from '#desk/lib/watch.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { Elsewhere } from '#shared/contract/desk-lists.ts'
import type { Known } from '#shared/contract/known.ts'

/** What the list itself needs to know of a row; columns know more. */
export interface InboxRow {
  id: string
  created_at: string
  name: string
  company: string
  status: Known<BookingStatus | MessageStatus>
  assigned_to: string | null
  source: string
  campaign: string | null
  answered_at: string | null
  due_at: string | null
}

/** What the address of a list says, of bookings and of messages alike. */
export interface InboxSearch {
  page?: number | undefined
  status?: string | undefined
  week?: string | undefined
  source?: string | undefined
  assignee?: string | undefined
  sort?: string | undefined
  down?: boolean | undefined
  item?: string | undefined
}

/** Where the rows of a list come from. */
export interface InboxSource<Row extends InboxRow> {
  /** What they are called, and the first word of the keys under which answers are kept. */
  name: 'bookings' | 'messages'
  table: WatchedTable
  columns: readonly string[]
  row: GenericSchema<unknown, Row>
  /** The lists that matter, by the state or word that the address has for each; the first has none. */
  views: readonly { status: string | undefined; label: string }[]
  countsCall: 'booking_counts' | 'message_counts'
  /** The function that knows where rows came from. */
  sourcesCall: 'booking_sources' | 'message_sources'
}

export interface PageOf<Row> {
  rows: readonly Row[]
  /** Of all pages. */
  total: number
  /** Whether nothing is spelled as it was searched, and these are one slip away. */
  isNear?: boolean
  /** What a search finds beside its list. */
  elsewhere?: Elsewhere | null
}

/** How many rows each view has. */
export type Counts = Readonly<Record<string, number>>
