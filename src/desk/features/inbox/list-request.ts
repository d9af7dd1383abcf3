import type { ListRequest, Narrowing } from '#shared/contract/desk-lists.ts'
import type { InboxSearch } from './types.ts'

export const perPage = 50

/** Confirmed calls are sorted by their time, next steps by their day, everything else by the deadline of its answer. */
const firstSort = (status: string | undefined) =>
  status === 'confirmed' ? 'call_at' : status === 'follow-up' ? 'next_step_on' : 'due_at'

/** The first direction of each column: times of arrival are descending. */
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

/** The part of a request that every view of the list has in common. */
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
