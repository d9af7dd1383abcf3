import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMe } from '#desk/lib/door.ts'
import { weekOfCalls } from '#desk/lib/week-of-calls.ts'
import type { ListWish } from '#shared/contract/desk-lists.ts'
import { fetchPage } from './api.ts'
import { listRequest } from './list-request.ts'
import type { InboxRow, InboxSearch, InboxSource, PageOf } from './types.ts'

export interface List<Row> {
  request: ListWish
  queryKey: readonly unknown[]
  page: PageOf<Row> | undefined
  error: Error | null
  /** What is shown is the page before, while this one is fetched. */
  isStale: boolean
  retry: () => void
}

/** The page of the list that the address and the search box ask for. */
export function useList<Row extends InboxRow>(
  store: InboxSource<Row>,
  search: InboxSearch,
  term: string,
): List<Row> {
  const me = useMe()
  const week = useQuery({ ...weekOfCalls(search.week), enabled: search.week !== undefined })
  const bounds = search.week && week.data ? { from: week.data.from, until: week.data.until } : undefined
  const request = listRequest(search, term, me.id, bounds)
  const queryKey = [store.name, 'list', request] as const
  const query = useQuery({
    queryKey,
    queryFn: () => fetchPage(store, request),
    enabled: search.week === undefined || bounds !== undefined,
    placeholderData: keepPreviousData,
    // News comes by itself; a list that moves because a window came to the front is pressed in the wrong place.
    refetchOnWindowFocus: false,
  })
  return {
    request,
    queryKey,
    page: query.data,
    error: query.error ?? week.error,
    isStale: query.isPlaceholderData,
    retry: () => void (week.error ? week : query).refetch(),
  }
}
