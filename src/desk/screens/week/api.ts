import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { bookingColumns, bookingRowSchema } from '#shared/contract/desk-rows.ts'
import { weekOfCallsSchema } from '#shared/contract/desk-week.ts'
import { standsInWeek } from './place.ts'

/** The calls and days off of the week with this day, `2026-11-24`, or of the current week. */
export const weekQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: ['week', day ?? 'this'],
    queryFn: async () => {
      const week = v.parse(
        weekOfCallsSchema,
        dataOf(await supabase.rpc('week_of_calls', day === undefined ? {} : { day })),
      )
      const rows = await supabase
        .from('strategy_call_bookings')
        .select(bookingColumns.join(','))
        .in(
          'status',
          bookingStatuses.filter((status) => standsInWeek[status]),
        )
        .gte('call_at', week.from)
        .lt('call_at', week.until)
        .order('call_at')
        .limit(500)
      return { week, calls: v.parse(v.array(bookingRowSchema), dataOf(rows)) }
    },
  })

/** As many requests as a person can look through; the list of bookings has them all. */
const mostWaiting = 200

/** Requests that wait for a time. */
export const waitingQuery = queryOptions({
  queryKey: ['week', 'waiting'],
  queryFn: async () => {
    const rows = await supabase
      .from('strategy_call_bookings')
      .select(bookingColumns.join(','))
      .eq('status', 'new')
      .order('call_at')
      .limit(mostWaiting)
    return v.parse(v.array(bookingRowSchema), dataOf(rows))
  },
})
