import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import { dataOf } from '#desk/lib/failure.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { isoDay } from '#desk/lib/times.ts'
import { bookingRecordSchema } from '#shared/contract/desk-records.ts'
import { bookingColumns, bookingRowSchema } from '#shared/contract/desk-rows.ts'
import { spanOf } from '#shared/lib/span.ts'
import { myDay } from './hours.ts'

/** All of one booking. The reading is recorded. */
export const bookingRecord = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'record', id],
    queryFn: async () =>
      v.parse(bookingRecordSchema, dataOf(await supabase.rpc('read_booking', { booking: id }))),
  })

/** So long a call may be, and so long before midnight one can begin that reaches into the day. */
const longestMs = 8 * 3_600_000

/** The calls that are confirmed for a day of mine, in their order. */
export const callsOfDay = (at: Date) =>
  queryOptions({
    queryKey: ['bookings', 'day', isoDay(at)],
    queryFn: async () => {
      const { from, until } = myDay(at)
      const answer = await supabase
        .from('strategy_call_bookings')
        .select(bookingColumns.join(','))
        .eq('status', 'confirmed')
        .gte('call_at', new Date(from - longestMs).toISOString())
        .lt('call_at', new Date(until).toISOString())
        .order('call_at')
      const rows = v.parse(v.array(bookingRowSchema), dataOf(answer))
      return rows.flatMap(({ id, name, company, confirmed }) => {
        if (confirmed === null) return []
        const span = spanOf(confirmed)
        const stretch = { from: Date.parse(span.start), until: Date.parse(span.end) }
        return stretch.until > from ? [{ id, name, company, ...stretch }] : []
      })
    },
  })

/** Who another booking is from, to say with whom a time is shared. */
export const bookingName = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'name', id],
    queryFn: async () => {
      const answer = await supabase
        .from('strategy_call_bookings')
        .select('name, company')
        .eq('id', id)
        .single()
      return v.parse(v.object({ name: v.string(), company: v.string() }), dataOf(answer))
    },
  })
