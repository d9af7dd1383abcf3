import type { GenericSchema } from 'valibot'
import type { WatchedTable } from '#desk/lib/supabase.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { Elsewhere, ListRequest, Narrowing } from '#shared/contract/desk-rows.ts'
import type { Known } from '#shared/contract/fields.ts'

export const perPage = 50

/** Confirmed calls are sorted by their time, next steps by their day, everything else by the deadline of its answer. */
const firstSort = (status: string | undefined) =>
  status === 'confirmed' ? 'call_at' : status === 'follow-up' ? 'follow_up_on' : 'due_at'

/** Whether a column first sorts descending; only the time of arrival does. */
export const isDownAtFirst = (sort: string): boolean => sort === 'created_at'

export function orderIn({ status, sort = firstSort(status), down = isDownAtFirst(sort) }: InboxSearch) {
  return { sort, down }
}

/** The sort order as a search parameter; the default order is omitted. */
export function orderOf(status: string | undefined, sort: string, down: boolean): InboxSearch {
  return {
    sort: sort === firstSort(status) ? undefined : sort,
    down: down === isDownAtFirst(sort) ? undefined : down,
  }
}

/** The request for one page of a list; also its cache key. */
export function listRequest(
  search: InboxSearch,
  term: string,
  me: string,
  week: { from: string; until: string } | undefined,
): ListRequest {
  const { page, status, source, assignee } = search
  return {
    view: status,
    term: term.trim() || undefined,
    source,
    assignee: assignee === 'me' ? me : assignee,
    ...week,
    ...orderIn(search),
    page,
  }
}

/** The part of a request that all views of the list share. */
export const narrowingOf = ({ term, source, assignee, from, until }: ListRequest): Narrowing => ({
  term,
  source,
  assignee,
  from,
  until,
})

/** Whether anything besides sort order and page restricts the list. */
export const isNarrowed = (search: InboxSearch, term: string): boolean =>
  term.trim() !== '' ||
  [search.status, search.week, search.source, search.assignee].some((value) => value !== undefined)

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
  row: GenericSchema<unknown, Row>
  /** The main views, by the status or filter in their address; the first has none. */
  views: readonly { status: string | undefined; label: string }[]
  countsCall: 'booking_counts' | 'message_counts'
  /** The database function that returns the rows' sources. */
  sourcesCall: 'booking_sources' | 'message_sources'
}

export interface PageOf<Row> {
  rows: readonly Row[]
  /** The number of rows on all pages. */
  total: number
  /** Whether no row matches exactly and these differ by one typo. */
  isNear?: boolean
  /** Matches outside the list. */
  elsewhere?: Elsewhere | null
}

export type Counts = Readonly<Record<string, number>>
