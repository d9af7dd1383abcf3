import type { GenericSchema } from 'valibot'
import type { WatchedTable } from '#desk/lib/supabase.ts'
import type { BookingState } from '#shared/contract/booking-state.ts'
import type { BookingStatus, MessageStatus } from '#shared/contract/desk.ts'
import type { ListFilters, ListRequest, OtherMatches } from '#shared/contract/desk-rows.ts'
import type { KnownValue } from '#shared/contract/fields.ts'

export const perPage = 50

/** Confirmed calls are sorted by time, next steps by due date, and all other rows by the deadline for an answer. */
const defaultSort = (status: string | undefined) =>
  status === 'confirmed' ? 'call_at' : status === 'follow-up' ? 'follow_up_on' : 'due_at'

/**
 * True if the first click on a heading sorts its column in descending order. Only the arrival time is such a column.
 */
export const isDescendingByDefault = (sort: string): boolean => sort === 'created_at'

export function orderFromSearch({
  status,
  sort = defaultSort(status),
  down = isDescendingByDefault(sort),
}: InboxSearch) {
  return { sort, down }
}

/** Returns the sort order as search parameters; the default order needs no parameters. */
export function orderToSearch(status: string | undefined, sort: string, down: boolean): InboxSearch {
  return {
    sort: sort === defaultSort(status) ? undefined : sort,
    down: down === isDescendingByDefault(sort) ? undefined : down,
  }
}

/** The request for one page of a list, also used as its cache key. */
export function listRequest(
  search: InboxSearch,
  term: string,
  me: string,
  week: { from: string; until: string } | undefined,
): ListRequest {
  const { page, status, source, assignee, step_by } = search
  return {
    view: status,
    term: term.trim() || undefined,
    source,
    assignee: assignee === 'me' ? me : assignee,
    step_by: step_by === 'me' ? me : step_by,
    ...week,
    ...orderFromSearch(search),
    page,
  }
}

/** Returns those filters of a request that apply to all views of the list. */
export const narrowingOf = ({ term, source, assignee, step_by, from, until }: ListRequest): ListFilters => ({
  term,
  source,
  assignee,
  step_by,
  from,
  until,
})

/** True if a filter or a search restricts the list. */
export const isNarrowed = (search: InboxSearch, term: string): boolean =>
  term.trim() !== '' ||
  [search.status, search.week, search.source, search.assignee, search.step_by].some((value) => value !== undefined)

/** The properties of a row that every list needs. */
export interface InboxRow {
  id: string
  created_at: string
  name: string
  company: string
  status: KnownValue<BookingStatus | MessageStatus>
  assigned_to: string | null
  source: string
  campaign: string | null
  answered_at: string | null
  answer_hours: number
  due_at: string | null
  unanswered_since: string | null
  state: Pick<BookingState, 'turn' | 'until' | 'prompt'>
}

export interface InboxSearch {
  page?: number | undefined
  status?: string | undefined
  week?: string | undefined
  source?: string | undefined
  assignee?: string | undefined
  step_by?: string | undefined
  sort?: string | undefined
  down?: boolean | undefined
  item?: string | undefined
}

export interface InboxSource<Row extends InboxRow> {
  /** The name of the rows, which is also the first part of their cache keys. */
  name: 'bookings' | 'messages'
  table: WatchedTable
  row: GenericSchema<unknown, Row>
  /** The main views, each with its status or filter in the URL; the first view has none. */
  views: readonly { status: string | undefined; label: string }[]
  countsCall: 'booking_counts' | 'message_counts'
  /** The database function that returns the sources of all rows. */
  sourcesCall: 'booking_sources' | 'message_sources'
}

export interface ListPage<Row> {
  rows: readonly Row[]
  /** The number of rows on all pages. */
  total: number
  /** True if no row matches the search exactly, and the rows shown match if one typo is allowed. */
  isNear?: boolean
  /** Rows that match the search but not the filters. */
  elsewhere?: OtherMatches | null
}

export type ViewCounts = Readonly<Record<string, number>>
