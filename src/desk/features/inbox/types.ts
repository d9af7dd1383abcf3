import type { GenericSchema } from 'valibot'
import type { WatchedTable } from '#desk/lib/supabase.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { Elsewhere } from '#shared/contract/desk-lists.ts'
import type { Known } from '#shared/contract/known.ts'

/** The properties of a row that the list itself needs; columns use more. */
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

export interface InboxSource<Row extends InboxRow> {
  /** The rows' name, which is also the first part of their cache keys. */
  name: 'bookings' | 'messages'
  table: WatchedTable
  columns: readonly string[]
  row: GenericSchema<unknown, Row>
  /** The main views, by the status or filter in their address; the first has none. */
  views: readonly { status: string | undefined; label: string }[]
  countsCall: 'booking_counts' | 'message_counts'
  /** The database function that returns the rows' origins. */
  sourcesCall: 'booking_sources' | 'message_sources'
}

export interface PageOf<Row> {
  rows: readonly Row[]
  /** Of all pages. */
  total: number
  /** Whether no row matches exactly, and these differ by one typing error. */
  isNear?: boolean
  /** Matches outside the list. */
  elsewhere?: Elsewhere | null
}

export type Counts = Readonly<Record<string, number>>
