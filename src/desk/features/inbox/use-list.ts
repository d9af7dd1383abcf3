import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMe } from '#desk/lib/door.ts'
import { weekOfCalls } from '#desk/lib/week-of-calls.ts'
import type { ListRequest } from '#shared/contract/desk-lists.ts'
import { fetchPage } from './api.ts'
import { listRequest } from './list-request.ts'
import type { InboxRow, InboxSearch, InboxSource, PageOf } from './types.ts'

export interface List<Row> {
  request: ListRequest
  queryKey: readonly unknown[]
  page: PageOf<Row> | undefined
  error: Error | null
  /** The previous page is shown while this one loads. */
  isStale: boolean
  retry: () => void
}

/** The page of the list for the address and the search box. */
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
    // Live updates suffice; a refetch on window focus could move a row under a click.
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
