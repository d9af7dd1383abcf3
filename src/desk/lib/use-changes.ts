import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { supabase } from './supabase.ts'

/**
 * Fetches queries anew whenever a row of the table is made or changed by anybody. After a lost connection too: what
 * changed meanwhile was not told.
 */
export function useChanges(table: 'strategy_call_bookings' | 'contact_messages', queryKey: QueryKey): void {
  const queryClient = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    const renew = () => void queryClient.invalidateQueries({ queryKey: JSON.parse(key) as QueryKey })
    let isLost = false
    const channel = supabase.channel(`changes:${table}:${key}`)
    channel.on('postgres_changes', { event: '*', schema: 'public', table }, renew)
    const joined = supabase.realtime.setAuth().then(() =>
      channel.subscribe((status) => {
        if (status === 'SUBSCRIBED' && isLost) renew()
        isLost = status !== 'SUBSCRIBED'
      }),
    )
    return () => void joined.then(() => supabase.removeChannel(channel))
  }, [queryClient, table, key])
}
