import { queryOptions } from '@tanstack/react-query'
import * as v from 'valibot'
import type { Reminder } from '#desk/features/record/waiting.tsx'
import { dataOrThrow } from '#desk/lib/failure.ts'
import { refetchDelay, serverNow } from '#desk/lib/server-clock.ts'
import { supabase } from '#desk/lib/supabase.ts'
import { isoDay } from '#desk/lib/times.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { bookingRecordSchema } from '#shared/contract/desk-records.ts'
import { type BookingListRow, bookingListRowSchema } from '#shared/contract/desk-rows.ts'
import { availableSlotsSchema } from '#shared/contract/desk-week.ts'
import { parseInstantRange } from '#shared/lib/local-time.ts'
import { localDayOf } from './hour-ruler.tsx'

/** A booking with all its data. The audit log records each read. */
export const bookingRecordQuery = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'record', id],
    queryFn: async () => v.parse(bookingRecordSchema, dataOrThrow(await supabase.rpc('read_booking', { booking: id }))),
    // The state also changes over time, when a hold or an offer expires or the call begins.
    refetchInterval: ({ state: { data } }) => refetchDelay(data?.booking.state.changes_at),
  })

/**
 * The length of the longest possible call. A call that began up to this long before midnight can continue on the next
 * day.
 */
const longestMs = 8 * 3_600_000

const dayCallSchema = v.pick(bookingListRowSchema, ['id', 'name', 'company', 'confirmed', 'assigned_to'])

/** The confirmed calls of a local day, in order. */
export const callsOfDayQuery = (at: Date) =>
  queryOptions({
    queryKey: ['bookings', 'day', isoDay(at)],
    queryFn: async () => {
      const { from, until } = localDayOf(at)
      const answer = await supabase
        .from('strategy_call_bookings')
        .select('id,name,company,confirmed,assigned_to')
        .eq('status', 'confirmed')
        .gte('call_at', new Date(from - longestMs).toISOString())
        .lt('call_at', new Date(until).toISOString())
        .order('call_at')
      const rows = v.parse(v.array(dayCallSchema), dataOrThrow(answer))
      return rows.flatMap(({ id, name, company, confirmed, assigned_to }) => {
        if (confirmed === null) return []
        const span = parseInstantRange(confirmed)
        const stretch = { from: Date.parse(span.start), until: Date.parse(span.end) }
        return stretch.until > from ? [{ id, name, company, assigned_to, ...stretch }] : []
      })
    },
  })

const weekMs = 7 * 86_400_000

/** The available times that visitors see: in the two weeks around a requested time, or from now on. */
export const availableTimesQuery = (requested: Date | null) => {
  const from = requested ? requested.getTime() - weekMs : 0
  const from_day = from > serverNow() ? isoDay(new Date(from)) : null
  return queryOptions({
    queryKey: ['bookings', 'free-times', from_day],
    queryFn: async () =>
      v.parse(availableSlotsSchema, dataOrThrow(await supabase.rpc('available_times', { from_day }))).times,
    // Cached times may be taken by now, or be in the past.
    gcTime: 0,
  })
}

/**
 * Offers two or three available times to the visitor, who chooses one on their page. Fails if the booking has changed.
 */
/** 'end': the team's turn comes when the offer ends. */
export type OfferReminder = Reminder | 'end'

export async function offerTimes(
  { id, status, call_at }: BookingListRow,
  starts: readonly Date[],
  reminder: OfferReminder,
): Promise<void> {
  const offer = { booking: id, expected: status, expected_time: call_at }
  const remind_days = reminder === 'end' ? null : reminder
  dataOrThrow(
    await supabase.rpc('offer_times', {
      ...offer,
      starts: starts.map((start) => start.toISOString()),
      remind_days,
      never_remind: reminder === null,
    }),
  )
}

export async function withdrawOffer(booking: string): Promise<void> {
  dataOrThrow(await supabase.rpc('withdraw_offer', { booking }))
}

interface PhoneBookingInput {
  /** The form generates the id, so that a retry after a lost response does not add a second booking. */
  booking: string
  typed: Readonly<Record<string, string | undefined>>
  call_start: string
  host: string | null
  is_wish: boolean
  anyway: boolean
}

/** Adds a booking and returns its status. */
export const addBooking = async (added: PhoneBookingInput) =>
  v.parse(v.picklist(bookingStatuses), dataOrThrow(await supabase.rpc('add_booking', added)))

/** The name and company of the visitor whose call overlaps the chosen time. */
export const bookingNameQuery = (id: string) =>
  queryOptions({
    queryKey: ['bookings', 'name', id],
    queryFn: async () => {
      const answer = await supabase.from('strategy_call_bookings').select('name, company').eq('id', id).single()
      return v.parse(v.object({ name: v.string(), company: v.string() }), dataOrThrow(answer))
    },
  })
