import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { weekOfCallsSchema } from '#shared/contract/desk-week.ts'
import { dataOf } from './failure.ts'
import { supabase } from './supabase.ts'

/** The provider's ISO week in which a day `2026-11-24` lies, or this week: its hours, and how full it is. */
export const weekOfCalls = (day: string | undefined) =>
  queryOptions({
    queryKey: ['bookings', 'week', day ?? 'this'],
    queryFn: async () =>
      v.parse(
        weekOfCallsSchema,
        dataOf(await supabase.rpc('week_of_calls', day === undefined ? {} : { day })),
      ),
  })
