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

/** The assumed length of a call until the server has responded. */
const usualMinutes = 30

export const bookingForm: FormStore<keyof BookingDraft, SentBooking> = createForm({
  form: 'booking',
  failure: booking.failure,
  state: bookingState,
  first: { monthly_revenue: '', block: '', time_zone: '', picked: '' },
  submit: sendBooking,
  // `monthly_revenue` has no input, so the visitor could not enter the value again.
  kept: ({ monthly_revenue = '', time_zone = '' }) => ({ monthly_revenue, time_zone }),
})

/** The time zone that the visitor selected; undefined stands for the device's time zone, which may be unknown. */
export function chosenZone(): string | undefined {
  const { time_zone } = bookingForm.draft.values()
  return time_zone && isTimeZone(time_zone) ? currentZone(time_zone) : undefined
}

/** The available time in the field; null for a typed time, or if the selected time was taken in the meantime. */
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
  // Also requested if an earlier attempt stored the row. The booking is stored even without a response.
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

/** One of the named hosts takes a call at a selected time. */
function callerOf(told: PickedTime | null): string | null {
  const { callers } = availableTimes.get()
  return (told?.outcome === 'held' || told?.outcome === 'available') && callers ? whoCalls(callers) : null
}

/** Returns the row to send. The browser has validated every field, so the draft is complete. */
function bookingRow(id: string, draft: BookingDraft, time_zone: string): Booking {
  const { preferred_time = '', message = '', monthly_revenue = '', block: _, picked: __, ...rest } = draft
  const free = pickedTime(draft)
  return {
    ...(rest as Pick<Booking, 'name' | 'email' | 'company' | 'phone' | 'current_challenges' | 'team_size'>),
    id,
    // When a clock change repeats an hour, the selected time says which of the two hours is meant.
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

/** Fills the time field with an available time in the visitor's time zone. */
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
  /** Text appended to the message that the visitor has already typed. */
  readonly message: string
  /** At most 100 characters. */
  readonly monthly_revenue: string
}

/** Prefills the form from another part of the page; the visitor can edit the values before sending. */
export function prefill({ message: block, monthly_revenue }: Prefill): void {
  const { draft } = bookingForm
  const field = document.querySelector<HTMLTextAreaElement>(`#${bookingDialogId} [name=message]`)
  const typed = draft.values()
  const message = withBlock(field?.value ?? typed.message ?? '', block, typed.block ?? '')
  draft.prefill({ message, monthly_revenue, block })
  putInto(field, message)
}

/** The fields are uncontrolled, so this sets the value directly, and an event updates everything that depends on it. */
function putInto(field: HTMLInputElement | HTMLTextAreaElement | null, value: string): void {
  if (!field) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
