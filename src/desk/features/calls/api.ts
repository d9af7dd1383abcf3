import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { serverNow } from '#desk/lib/server-clock.ts'
import { supabase } from '#desk/lib/supabase.ts'
import type { CallPassing } from '#shared/contract/desk.ts'
import {
  type BookingRow,
  bookingRowSchema,
  type ListRequest,
  listSchema,
  mostRows,
} from '#shared/contract/desk-rows.ts'
import { callsOutsideSchema, hostsForCallSchema } from '#shared/contract/hosts.ts'
import { spanOf } from '#shared/lib/local-time.ts'

/** All hosts who take calls, and whether each is available at that time. By default, a call has the usual length. */
export const hostsForCall = (booking: string, at: Date, minutes?: number) =>
  queryOptions({
    queryKey: ['bookings', 'hosts', booking, at.getTime(), minutes ?? 'usual'],
    queryFn: async () => {
      const call = { booking, call_start: at.toISOString(), call_minutes: minutes ?? null }
      return v.parse(hostsForCallSchema, dataOf(await supabase.rpc('hosts_for_call', call)))
    },
  })

/** Upcoming confirmed calls that are on a day off, outside working hours, or with a host who takes no calls. */
export const callsOutsideQuery = queryOptions({
  queryKey: ['bookings', 'outside'],
  queryFn: async () => v.parse(callsOutsideSchema, dataOf(await supabase.rpc('calls_outside'))),
})

/** Returns bookings sorted by the times of their calls. */
export async function bookingsByCall(wanted: ListRequest): Promise<BookingRow[]> {
  const answer = await supabase.rpc('list_bookings', { wanted: { ...wanted, sort: 'call_at' } })
  return v.parse(listSchema(bookingRowSchema), dataOf(answer)).rows
}

/** A confirmed call and its length. */
export type Call = BookingRow & { minutes: number }

/** Upcoming confirmed calls of one host. */
export const callsOf = (host: string) =>
  queryOptions({
    queryKey: ['bookings', 'calls-of', host],
    queryFn: async (): Promise<Call[]> => {
      const from = new Date(serverNow()).toISOString()
      const calls = await bookingsByCall({ view: 'confirmed', assignee: host, from, most: mostRows })
      return calls.flatMap((call) => {
        if (call.confirmed === null) return []
        const { start, end } = spanOf(call.confirmed)
        return [{ ...call, minutes: (Date.parse(end) - Date.parse(start)) / 60_000 }]
      })
    },
  })

export async function reassignCall(passing: CallPassing): Promise<void> {
  dataOf(await supabase.rpc('reassign_call', passing))
}
