import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { forgetRow } from '#desk/lib/forget-row.ts'
import { type WatchedTable, watch } from '#desk/lib/watch.ts'

const tables: readonly WatchedTable[] = ['strategy_call_bookings', 'contact_messages']

/** Lets go of whoever is erased as soon as that is known, whatever screen is open. */
export function useErasures(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    let wasLive = false
    const stops = tables.map((table) =>
      watch(table, {
        onChange: () => {},
        onGone: (id) => forgetRow(queryClient, id),
        onState: (isLive) => {
          // Who went while nobody could tell us.
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
