import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type WatchedTable, watch } from './watch.ts'

/**
 * Invalidates queries whenever a row of the table changes, and whenever the channel opens: earlier changes were not
 * reported.
 */
export function useChanges(table: WatchedTable, queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const renew = () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey })
    return watch(table, { onChange: renew, onState: (isLive) => isLive && renew() })
  }, [queryClient, table, key])
}
