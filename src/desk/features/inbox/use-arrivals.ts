import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { watch } from '#desk/lib/watch.ts'
import { fetchPage, fetchRows } from './api.ts'
import { takeIn, without } from './state.ts'
import type { InboxRow, InboxSource, PageOf } from './types.ts'
import type { List } from './use-list.ts'

interface Arrivals<Row> {
  isLive: boolean
  /** Rows that wait to be shown, because the pointer or the focus is in the list. */
  waiting: readonly Row[]
  /** Whether a refetch would change the list. */
  isHeld: boolean
  letIn: () => void
  /** The newest row that arrived while the list was open. */
  latest: Row | null
}

const askMs = 60_000

/**
 * Keeps the page up to date with everybody's changes. Each change refetches the page, so that filters mean the same
 * here as in the database. `mayMove` tells whether rows may change places now.
 */
export function useArrivals<Row extends InboxRow>(
  store: InboxSource<Row>,
  list: List<Row>,
  mayMove: () => boolean,
): Arrivals<Row> {
  const queryClient = useQueryClient()
  const [isLive, setLive] = useState(false)
  const [held, setHeld] = useState<{ key: string; page: PageOf<Row> } | null>(null)
  const [latest, setLatest] = useState<Row | null>(null)
  const key = JSON.stringify(list.queryKey)
  const current = useRef({ list, key, held, mayMove })
  useEffect(() => {
    current.current = { list, key, held, mayMove }
  })

  useEffect(() => {
    const came = new Set<string>()
    let isReading = false
    let isDue = false

    const read = async () => {
      if (isReading) {
        isDue = true
        return
      }
      isReading = true
      isDue = false
      const at = current.current
      const askedFor = queryClient.getQueryCache().find({ queryKey: at.list.queryKey })
      const seen = askedFor?.state.dataUpdateCount
      try {
        const next = await fetchPage(store, at.list.request)
        const shown = queryClient.getQueryData<PageOf<Row>>(at.list.queryKey)
        const gone = shown
          ? await fetchRows(
              store,
              without(shown, next).map(({ id }) => id),
            )
          : []
        // Another request for the list has started meanwhile. Neither response is known to be the newer one, so
        // neither overwrites the other: the list is fetched once more after both.
        if (askedFor && (askedFor.state.fetchStatus !== 'idle' || askedFor.state.dataUpdateCount !== seen)) {
          await askedFor.promise?.catch(() => {})
          isReading = false
          return void read()
        }
        // The user may have moved to another page meanwhile.
        const isCurrent = current.current.key === at.key
        if (isCurrent && !shown) {
          // The first response is still pending, and may be older than the change.
          void queryClient.invalidateQueries({ queryKey: at.list.queryKey, exact: true })
        } else if (isCurrent && shown) {
          const canMove = current.current.held?.key !== at.key && current.current.mayMove()
          const arrival = takeIn(shown, next, canMove, gone)
          queryClient.setQueryData(at.list.queryKey, arrival.shown)
          setHeld(arrival.held && { key: at.key, page: arrival.held })
        }
        const newest = next.rows.find(({ id }) => came.has(id))
        if (newest) setLatest(newest)
        came.clear()
      } catch {
        // The next change refetches; a lost connection is reported by the channel itself.
      }
      isReading = false
      if (isDue) void read()
    }

    const renewTheRest = () => {
      void queryClient.invalidateQueries({ queryKey: [store.name, 'counts'] })
      void queryClient.invalidateQueries({ queryKey: [store.name, 'sources'] })
      void queryClient.invalidateQueries({ queryKey: [store.name, 'week'] })
      void queryClient.invalidateQueries({ queryKey: [store.name, 'day'] })
      void queryClient.invalidateQueries({ queryKey: [store.name, 'free-times'] })
    }
    // Finds changes that no event reported: the channel was down, or the server ended before it could publish them.
    const asking = setInterval(() => {
      if (document.visibilityState === 'hidden') return
      void read()
      renewTheRest()
    }, askMs)
    const stop = watch(store.table, {
      onChange: (id, isNew) => {
        if (isNew) came.add(id)
        // Earlier announcements are stale, and nothing of an erased person may stay.
        else setLatest((row) => (row?.id === id ? null : row))
        void read()
        renewTheRest()
        void queryClient.invalidateQueries({ queryKey: [store.name, 'record', id] })
      },
      onState: (now) => {
        setLive(now)
        if (!now) return
        void read()
        renewTheRest()
        void queryClient.invalidateQueries({ queryKey: [store.name, 'record'] })
      },
    })
    return () => {
      clearInterval(asking)
      stop()
    }
  }, [store, queryClient])

  const page = held?.key === key ? held.page : null
  return {
    isLive,
    waiting: page && list.page ? without(page, list.page) : [],
    isHeld: page !== null,
    letIn: () => {
      if (page) queryClient.setQueryData(list.queryKey, page)
      setHeld(null)
    },
    latest,
  }
}
