import type { ListWish } from '#shared/contract/desk-lists.ts'
import type { InboxSearch } from './types.ts'

export const perPage = 50

/** Of what is confirmed the next call comes first, of everything else what is owed an answer soonest. */
const firstSort = (status: string | undefined) => (status === 'confirmed' ? 'call_at' : 'due_at')

/** The way in which a column is sorted first: times of arrival from the newest. */
export const isDownAtFirst = (sort: string): boolean => sort === 'created_at'

/** The order that a list is in. */
export function orderIn({ status, sort = firstSort(status), down = isDownAtFirst(sort) }: InboxSearch) {
  return { sort, down }
}

/** An order as the address says it: what goes without saying is left out. */
export function orderOf(status: string | undefined, sort: string, down: boolean): InboxSearch {
  return {
    sort: sort === firstSort(status) ? undefined : sort,
    down: down === isDownAtFirst(sort) ? undefined : down,
  }
}

/** What one page of a list is asked for; also the name under which its answer is kept. */
export function listRequest(
  search: InboxSearch,
  term: string,
  me: string,
  week: { from: string; until: string } | undefined,
): ListWish {
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

/** Whether anything but the order and the page narrows the list down. */
export const isNarrowed = (search: InboxSearch, term: string): boolean =>
  term.trim() !== '' ||
  [search.status, search.week, search.source, search.assignee].some((value) => value !== undefined)
