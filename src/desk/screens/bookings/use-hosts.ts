import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useChanges } from '#desk/lib/supabase.ts'
import type { hostsForCall } from './api.ts'

/** Who could hold the call then, asked again whenever a booking changes: a colleague may have given them another call. */
export function useHosts(request: ReturnType<typeof hostsForCall>, isAsked: boolean) {
  useChanges('strategy_call_bookings', ['bookings', 'hosts'])
  return useQuery({ ...request, enabled: isAsked, placeholderData: keepPreviousData })
}
