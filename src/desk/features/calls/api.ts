import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { serverNow } from '#desk/lib/server-clock.ts'
import { supabase } from '#desk/lib/supabase.ts'
import type { CallReassignment } from '#shared/contract/desk.ts'
import {
  type BookingListRow,
  bookingListRowSchema,
  type ListRequest,
  listSchema,
  maxRowsPerPage,
} from '#shared/contract/desk-rows.ts'
import { callsOutsideHoursSchema, hostCandidatesSchema } from '#shared/contract/hosts.ts'
import { parseInstantRange } from '#shared/lib/local-time.ts'

/**
 * All hosts who take calls, and whether each of them is available at the given time. If `minutes` is missing, the call
 * has the usual length.
 */
export const hostsForCallQuery = (booking: string, at: Date, minutes?: number) =>
  queryOptions({
    queryKey: ['bookings', 'hosts', booking, at.getTime(), minutes ?? 'usual'],
    queryFn: async () => {
      const call = { booking, call_start: at.toISOString(), call_minutes: minutes ?? null }
      return v.parse(hostCandidatesSchema, dataOrThrow(await supabase.rpc('hosts_for_call', call)))
    },
  })

/** Upcoming confirmed calls that are on a day off, outside working hours, or with a host who is not taking calls. */
export const conflictingCallsQuery = queryOptions({
  queryKey: ['bookings', 'outside'],
  queryFn: async () => v.parse(callsOutsideHoursSchema, dataOrThrow(await supabase.rpc('calls_outside'))),
})

/** Returns bookings sorted by the time of the call. */
export async function bookingsByCall(wanted: ListRequest): Promise<BookingListRow[]> {
  const answer = await supabase.rpc('list_bookings', { wanted: { ...wanted, sort: 'call_at' } })
  return v.parse(listSchema(bookingListRowSchema), dataOrThrow(answer)).rows
}

/** A confirmed call and its length. */
export type ConfirmedCall = BookingListRow & { minutes: number }

/** Upcoming confirmed calls of one host. */
export const upcomingCallsQuery = (host: string) =>
  queryOptions({
    queryKey: ['bookings', 'calls-of', host],
    queryFn: async (): Promise<ConfirmedCall[]> => {
      const from = new Date(serverNow()).toISOString()
      const calls = await bookingsByCall({ view: 'confirmed', assignee: host, from, most: maxRowsPerPage })
      return calls.flatMap((call) => {
        if (call.confirmed === null) return []
        const { start, end } = parseInstantRange(call.confirmed)
        return [{ ...call, minutes: (Date.parse(end) - Date.parse(start)) / 60_000 }]
      })
    },
  })

export async function reassignCall(passing: CallReassignment): Promise<void> {
  dataOrThrow(await supabase.rpc('reassign_call', passing))
}
