import { whoCalls, freeTimesWords as words } from '#content/available-times.ts'
import { booking } from '#content/booking.ts'
import type { PickedTime } from '#shared/contract/desk-week.ts'
import type { Suspicion } from '#shared/contract/fields.ts'
import type { Booking } from '#shared/contract/form-rows.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { hourCycleOf, offsetTime, wallClock, withOffset } from '#shared/lib/local-time.ts'
import { currentZone, isTimeZone, machineZone } from '#shared/lib/time-zone.ts'
import { availableTimes, fetchPicked, forgetTimes, isTaken } from '#site/lib/available-times.ts'
import { withBlock } from '#site/lib/draft.ts'
import { createForm, type FormStore, sendRow } from '#site/lib/form-store.ts'
import type { Problem } from '#site/lib/refusal.tsx'
import { bookingDialogId } from './book-call.tsx'
import { type BookingDraft, bookingState, type SentBooking } from './state.ts'

/** The length of a call until the server has responded. */
const usualMinutes = 30

export const bookingForm: FormStore<keyof BookingDraft, SentBooking> = createForm({
  form: 'booking',
  failure: booking.failure,
  state: bookingState,
  first: { monthly_revenue: '', block: '', time_zone: '', picked: '' },
  submit: sendBooking,
  // `monthly_revenue` has no input, so the visitor could not enter it again.
  kept: ({ monthly_revenue = '', time_zone = '' }) => ({ monthly_revenue, time_zone }),
})

/** The time zone that the visitor selected; undefined for the device's, which may have none. */
export function chosenZone(): string | undefined {
  const { time_zone } = bookingForm.draft.values()
  return time_zone && isTimeZone(time_zone) ? currentZone(time_zone) : undefined
}

/** The selected available time in the field; null for a typed time or a time that was taken in the meantime. */
export function pickedTime(
  { picked, preferred_time }: BookingDraft = bookingForm.draft.values(),
): string | null {
  if (!picked || wallClock(new Date(picked), chosenZone()) !== preferred_time) return null
  return isTaken(picked) ? null : picked
}

async function sendBooking(
  id: string,
  draft: BookingDraft,
  signals: Suspicion,
): Promise<SentBooking | Problem> {
  const zone = chosenZone() ?? machineZone()
  if (!zone) return { refused: [{ name: 'preferred_time', reason: words.zoneFirst }] }
  const row = bookingRow(id, draft, zone)
  const result = await sendRow('booking', { ...row, ...signals })
  if ('refused' in result) return result
  forgetTimes()
  // Also requested for a row that an earlier attempt stored. The booking is stored even without a response.
  const told = row.picked ? await fetchPicked(id) : null
  const start = new Date(row.preferred_time)
  return {
    id,
    start,
    zone,
    minutes: availableTimes.get().answer?.call_minutes ?? usualMinutes,
    page: result.page,
    outcome: told?.outcome ?? 'requested',
    next: firstOffers(told?.next ?? [], zone, { requested: start.getTime() }),
    caller: callerOf(told),
  }
}

/** A call at a selected time is taken by one of the named hosts. */
function callerOf(told: PickedTime | null): string | null {
  const { callers } = availableTimes.get()
  return (told?.outcome === 'held' || told?.outcome === 'available') && callers ? whoCalls(callers) : null
}

/** The row to send. The browser has validated every field, so the draft is complete. */
function bookingRow(id: string, draft: BookingDraft, time_zone: string): Booking {
  const { preferred_time = '', message = '', monthly_revenue = '', block: _, picked: __, ...rest } = draft
  const free = pickedTime(draft)
  return {
    ...(rest as Pick<Booking, 'name' | 'email' | 'company' | 'phone' | 'current_challenges' | 'team_size'>),
    id,
    // When a clock change repeats an hour, an available time says which of the two is meant.
    preferred_time: free
      ? offsetTime(new Date(free), chosenZone())
      : withOffset(preferred_time, chosenZone()),
    ...(free && { picked: true }),
    time_zone,
    hour_cycle: hourCycleOf(),
    message,
    monthly_revenue,
  }
}

/** Fills the time field with an available time, in the visitor's time zone. */
export function pick(time: string): void {
  const preferred_time = wallClock(new Date(time), chosenZone())
  bookingForm.draft.edit({ preferred_time, picked: time })
  putInto(
    document.querySelector<HTMLInputElement>(`#${bookingDialogId} [name=preferred_time]`),
    preferred_time,
  )
}

/** A selected available time stays the same instant; a typed time is read in the new time zone. */
export function chooseZone(zone: string): void {
  const free = pickedTime()
  bookingForm.draft.edit({ time_zone: zone === machineZone() ? '' : zone })
  if (free) pick(free)
}

interface Prefill {
  /** Appended to what the visitor has already typed. */
  readonly message: string
  /** At most 100 characters. */
  readonly monthly_revenue: string
}

/** Prefills the form from elsewhere on the page; the visitor can edit it before sending. */
export function prefill({ message: block, monthly_revenue }: Prefill): void {
  const { draft } = bookingForm
  const field = document.querySelector<HTMLTextAreaElement>(`#${bookingDialogId} [name=message]`)
  const typed = draft.values()
  const message = withBlock(field?.value ?? typed.message ?? '', block, typed.block ?? '')
  draft.prefill({ message, monthly_revenue, block })
  putInto(field, message)
}

/** The fields are uncontrolled, so the value is set directly and an event updates what depends on it. */
function putInto(field: HTMLInputElement | HTMLTextAreaElement | null, value: string): void {
  if (!field) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
