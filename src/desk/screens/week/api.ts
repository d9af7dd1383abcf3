import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { bookingsByCall } from '#desk/features/calls/api.ts'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { maxRowsPerPage } from '#shared/contract/desk-rows.ts'
import { weekOfCallsSchema } from '#shared/contract/desk-week.ts'
import { unknownValue } from '#shared/contract/fields.ts'
import { isShownInWeek } from './week-layout.ts'

/** The calls and days off in the week that contains `day` (`2026-11-24`); without `day`, in the current week. */
export const weekQuery = (day: string | undefined) =>
  queryOptions({
    queryKey: ['week', day ?? 'this'],
    queryFn: async () => {
      const week = v.parse(
        weekOfCallsSchema,
        dataOrThrow(await supabase.rpc('week_of_calls', day === undefined ? {} : { day })),
      )
      const calls = await bookingsByCall({
        view: 'any',
        from: week.from,
        until: week.until,
        most: maxRowsPerPage,
      })
      return { week, calls: calls.filter(({ status }) => status !== unknownValue && isShownInWeek[status]) }
    },
  })

/**
 * The largest number of requests that are loaded. Nobody would look through more requests here, and the list of
 * bookings shows all of them.
 */
const mostWaiting = 200

/** Requests that have no confirmed time. */
export const waitingQuery = queryOptions({
  queryKey: ['week', 'waiting'],
  queryFn: async () =>
    (await bookingsByCall({ view: 'new', most: mostWaiting })).filter(({ status }) => status === 'new'),
})
