import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import * as v from 'valibot'
import { weekOfCallsQuery } from '#desk/lib/capacity.tsx'
import { useMe } from '#desk/lib/door.ts'
import { dataOrThrow } from '#desk/lib/failure.ts'
import type { BookingsSearch } from '#desk/lib/search-params.ts'
import { useNow } from '#desk/lib/server-clock.ts'
import { supabase, watchTable } from '#desk/lib/supabase.ts'
import {
  type BulkChange,
  type ListFilters,
  type ListRequest,
  listCountsSchema,
  listSchema,
  maxRowsPerPage,
} from '#shared/contract/desk-rows.ts'
import { mondayOfWeek } from './filters.tsx'
import {
  type InboxRow,
  type InboxSearch,
  type InboxSource,
  type ListPage,
  listRequest,
  type ViewCounts,
} from './list-request.ts'
import { type MergedPage, mergePage, rowsNotIn } from './list-state.ts'

export interface LiveList<Row> {
  request: ListRequest
  page: ListPage<Row> | undefined
  error: Error | null
  /** True if the previous page is still shown while this page loads. */
  isStale: boolean
  retry: () => void
  isLive: boolean
  /** Rows that wait because the pointer or the focus is in the list; null if no rows wait. */
  waiting: readonly Row[] | null
  letIn: () => void
  /** The newest row that arrived while the list was open. */
  latest: Row | undefined
}

const refetchMs = 60_000

/**
 * Loads the page of the list that the URL and the search box describe. Every change refetches the page, so that
 * only the database decides which rows match the filters. `mayMove` returns true if rows are allowed to move now.
 */
export function useList<Row extends InboxRow>(
  store: InboxSource<Row>,
  search: InboxSearch,
  term: string,
  mayMove: () => boolean,
): LiveList<Row> {
  const me = useMe()
  const queryClient = useQueryClient()
  const now = useNow()
  const monday = search.week && mondayOfWeek(search.week, now)
  const week = useQuery({ ...weekOfCallsQuery(monday), enabled: search.week !== undefined })
  const bounds = search.week && week.data ? { from: week.data.from, until: week.data.until } : undefined
  const request = listRequest(search, term, me.id, bounds)
  const queryKey = [store.name, 'list', request] as const
  const query = useQuery({
    queryKey,
    queryFn: async () => {
      const next = await fetchPage(store, request)
      const before = queryClient.getQueryData<MergedPage<Row>>(queryKey)
      if (!before) return { shown: next, held: null }
      const gone = rowsNotIn(before.shown, next).map(({ id }) => id)
      const rows = await fetchRows(store, gone)
      // The user may have shown the waiting rows while this request was running.
      const { shown, held } = queryClient.getQueryData<MergedPage<Row>>(queryKey) ?? before
      return mergePage(shown, next, held === null && mayMove(), rows)
    },
    enabled: search.week === undefined || bounds !== undefined,
    placeholderData: keepPreviousData,
    // Live updates make this refetch unnecessary.
    refetchOnWindowFocus: false,
  })
  const letIn = () => {
    queryClient.setQueryData<MergedPage<Row>>(
      queryKey,
      (data) => data && { shown: data.held ?? data.shown, held: null },
    )
  }
  // If rows were waiting when the list was last closed, they are shown now.
  const open = useEffectEvent(letIn)
  useEffect(() => open(), [])

  const { isLive, arrived } = useLiveRefetch(store)
  const { shown, held } = query.data ?? {}
  return {
    request,
    page: shown,
    error: query.error ?? week.error,
    isStale: query.isPlaceholderData,
    retry: () => void (week.error ? week : query).refetch(),
    isLive,
    waiting: shown && held ? rowsNotIn(held, shown) : null,
    letIn,
    latest: (held ?? shown)?.rows.find(({ id }) => id === arrived),
  }
}

/**
 * Refetches after each notification. Also refetches every minute, because a server may stop before it sends a
 * notification.
 */
function useLiveRefetch<Row extends InboxRow>(store: InboxSource<Row>) {
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(false)
  const [arrived, setArrived] = useState<string | null>(null)
  useEffect(() => {
    const renew = createRefetcher(queryClient, [store.name, 'list'])
    const renewAll = () => {
      void renew()
      for (const rest of ['counts', 'sources', 'week', 'day', 'free-times'])
        void queryClient.invalidateQueries({ queryKey: [store.name, rest] })
    }
    const asking = setInterval(() => {
      if (document.visibilityState !== 'hidden') renewAll()
    }, refetchMs)
    const stop = watchTable(store.table, {
      onChange: (id, isNew) => {
        // Only the newest row is announced. The row's announcement is removed when the row changes or is erased.
        setArrived((last) => (isNew ? id : last === id ? null : last))
        renewAll()
        void queryClient.invalidateQueries({ queryKey: [store.name, 'record', id] })
      },
      onState: (now) => {
        setLive(now)
        if (!now) return
        renewAll()
        void queryClient.invalidateQueries({ queryKey: [store.name, 'record'] })
      },
    })
    return () => {
      clearInterval(asking)
      stop()
    }
  }, [store, queryClient])
  return { isLive, arrived }
}

/**
 * Returns a function that refetches these queries. Calling this function during a refetch triggers one more refetch.
 */
function createRefetcher(queryClient: QueryClient, queryKey: readonly string[]) {
  let isDue = false
  let isUnderWay = false
  return async () => {
    isDue = true
    if (isUnderWay) return
    isUnderWay = true
    while (isDue) {
      // If the first request is still pending, its response may be older than the change, and this refetch would
      // also use that response. In that case, another refetch follows.
      isDue = queryClient.isFetching({ queryKey }) > 0
      await queryClient.invalidateQueries({ queryKey })
    }
    isUnderWay = false
  }
}

/** Fetches one page of a list. The search text may name a person, so it is sent in the body, which is not logged. */
export async function fetchPage<Row extends InboxRow>(
  store: InboxSource<Row>,
  wanted: ListRequest,
): Promise<ListPage<Row>> {
  const answer = await supabase.rpc(`list_${store.name}`, { wanted })
  const { rows, total, is_near, elsewhere } = v.parse(listSchema(store.row), dataOrThrow(answer))
  return { rows, total, isNear: is_near, elsewhere }
}

/** Fetches the current values of these rows, even if they have left the list. */
async function fetchRows<Row extends InboxRow>(store: InboxSource<Row>, ids: readonly string[]): Promise<Row[]> {
  if (ids.length === 0) return []
  return [...(await fetchPage(store, { view: 'any', ids, most: maxRowsPerPage })).rows]
}

export const changeMany = async (changes: BulkChange): Promise<string[]> =>
  v.parse(v.array(v.string()), dataOrThrow(await supabase.rpc('change_rows', changes)))

/** The number of rows in each view for this search and these filters. */
export const countsQuery = <Row extends InboxRow>(store: InboxSource<Row>, wanted: ListFilters) =>
  queryOptions({
    queryKey: [store.name, 'counts', wanted],
    queryFn: async (): Promise<ViewCounts> =>
      v.parse(listCountsSchema, dataOrThrow(await supabase.rpc(store.countsCall, { wanted }))),
    // Rows become overdue as time passes, without a notification.
    refetchInterval: 60_000,
  })

export async function fetchSources<Row extends InboxRow>(store: InboxSource<Row>): Promise<string[]> {
  return v.parse(v.array(v.string()), dataOrThrow(await supabase.rpc(store.sourcesCall)))
}

interface ListAddress {
  search: InboxSearch
  /** If `replace` is true, adds no history entry. */
  change: (change: InboxSearch, options?: { replace?: boolean }) => void
  back: () => void
}

/** Reads and changes a list's search parameters. Parameters that belong to other screens are removed. */
export function useListAddress(): ListAddress {
  const search: InboxSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const { history } = useRouter()
  return {
    search,
    change: (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (now) => ({ ...now, ...(change as BookingsSearch) }),
        replace,
        resetScroll: 'page' in change,
      }),
    back: () => history.back(),
  }
}
