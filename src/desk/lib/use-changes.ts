import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type WatchedTable, watch } from './watch.ts'

/**
 * Fetches queries anew whenever a row of the table is made or changed by anybody, and whenever we begin to hear of it:
 * what changed before was not told.
 */
export function useChanges(table: WatchedTable, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const renew = () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey })
    return watch(table, { onChange: renew, onState: (isLive) => isLive && renew() })
  }, [queryClient, table, key])
}
