import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { mentionsQuery } from '#desk/features/record/api.ts'
import { forgetRow } from '#desk/lib/forget-row.ts'
import { type WatchedTable, watch } from '#desk/lib/watch.ts'

const tables: readonly WatchedTable[] = ['strategy_call_bookings', 'contact_messages']

/** Removes erased people from the cache, and looks for mentions, as soon as the news arrives, whatever screen is open. */
export function useErasures(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let wasLive = false
    const stops = tables.map((table) =>
      watch(table, {
        // Perhaps a note names the reader.
        onChange: () => void queryClient.invalidateQueries({ queryKey: mentionsQuery.queryKey }),
        onGone: (id) => forgetRow(queryClient, id),
        onState: (isLive) => {
          // Catches up with erasures that happened while the channel was down.
          if (isLive && wasLive) void queryClient.invalidateQueries({ queryKey: ['person'] })
          wasLive = wasLive || isLive
        },
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [queryClient])
}
