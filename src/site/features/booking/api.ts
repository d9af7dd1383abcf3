import { booking } from '#content/booking.ts'
import { whoCalls } from '#content/callers.ts'
import type { Booking } from '#shared/contract/booking.ts'
import type { PickedTime } from '#shared/contract/desk-week.ts'
import type { Suspicion } from '#shared/contract/fields.ts'
import { firstOffers } from '#shared/lib/first-offers.ts'
import { hourCycleOf } from '#shared/lib/hour-cycle.ts'
import { offsetTime, wallClock, withOffset } from '#shared/lib/local-time.ts'
import { withBlock } from '#shared/lib/message-block.ts'
import { currentZone, isTimeZone, machineZone } from '#shared/lib/time-zone.ts'
import type { Problem } from '#site/lib/form-problem.ts'
import { createForm, type FormStore } from '#site/lib/form-store.ts'
import { fetchPicked } from '#site/lib/free-times.ts'
import { forgetTimes, isTaken, offeredTimes } from '#site/lib/offered-times.ts'
import { sendRow } from '#site/lib/send-row.ts'
import { bookingDialogId } from './book-call-button.tsx'
import { bookingState } from './state.ts'
import type { Draft, SentBooking } from './types.ts'

const loadRefusals = () => import('#content/booking-refusals.ts')

const sending = {
  form: 'booking',
  table: 'strategy_call_bookings',
  sentences: () => loadRefusals().then((content) => content.bookingRefusals),
} as const

/** How long a call is, where nobody has said otherwise. */
const usualMinutes = 30

/** The single booking form, shared by the dialogs of all views. */
export const bookingForm: FormStore<keyof Draft, SentBooking> = createForm({
  form: 'booking',
  failure: booking.failure,
  state: bookingState,
  first: { monthly_revenue: '', block: '', time_zone: '', picked: '' },
  submit: sendBooking,
  // It has no input, so the visitor could not enter it again.
  kept: ({ monthly_revenue = '', time_zone = '' }) => ({ monthly_revenue, time_zone }),
})

/** The zone that the visitor has chosen; undefined for that of their machine. */
export function chosenZone(): string | undefined {
  const { time_zone } = bookingForm.draft.values()
  return time_zone && isTimeZone(time_zone) ? currentZone(time_zone) : undefined
}

/** The free time in the field. Whoever types another one wishes for that, and so does whose time was taken meanwhile. */
export function pickedTime({ picked, preferred_time }: Draft = bookingForm.draft.values()): string | null {
  if (!picked || wallClock(new Date(picked), chosenZone()) !== preferred_time) return null
  return isTaken(picked) ? null : picked
}

async function sendBooking(id: string, draft: Draft, signals: Suspicion): Promise<SentBooking | Problem> {
  const row = bookingRow(id, draft)
  const result = await sendRow(sending, { ...row, ...signals })
  if ('refused' in result) return result
  forgetTimes()
  // Also of a row that was sent before: then its time was free, and is not any more.
  const told = draft.picked ? await fetchPicked(id) : null
  const start = new Date(row.preferred_time)
  const zone = chosenZone() ?? machineZone()
  return {
    id,
    start,
    zone,
    minutes: offeredTimes.get().answer?.call_minutes ?? usualMinutes,
    page: result.page,
    outcome: row.picked && told?.outcome === 'asked' ? 'unpicked' : (told?.outcome ?? 'asked'),
    next: firstOffers(told?.next ?? [], zone, { requested: start.getTime() }),
    caller: told && callerOf(told),
  }
}

/** Of a time that is not confirmed yet it is one of those who were named. */
function callerOf({ outcome, host }: PickedTime): string | null {
  const { callers } = offeredTimes.get()
  if (outcome === 'held' || outcome === 'unproven') return callers && whoCalls(callers)
  return outcome === 'confirmed' ? (host ?? null) : null
}

/** The row to send. The browser has validated every field, so a draft that gets here is complete. */
function bookingRow(id: string, draft: Draft): Booking {
  const { preferred_time = '', message = '', monthly_revenue = '', block: _, picked: __, ...rest } = draft
  const free = pickedTime(draft)
  return {
    ...(rest as Pick<Booking, 'name' | 'email' | 'company' | 'phone' | 'current_challenges' | 'team_size'>),
    id,
    // Of an hour that the clocks repeat, a free time is one of the two.
    preferred_time: free
      ? offsetTime(new Date(free), chosenZone())
      : withOffset(preferred_time, chosenZone()),
    ...(free && { picked: true }),
    time_zone: chosenZone() ?? machineZone(),
    hour_cycle: hourCycleOf(),
    message,
    monthly_revenue,
  }
}

/** Fills the time field with a free time, on the clocks of the visitor's zone. */
export function pick(time: string): void {
  const preferred_time = wallClock(new Date(time), chosenZone())
  bookingForm.draft.edit({ preferred_time, picked: time })
  putInto(
    document.querySelector<HTMLInputElement>(`#${bookingDialogId} [name=preferred_time]`),
    preferred_time,
  )
}

/** A free time in the field stays that moment; a typed time is meant on the clocks of the new zone. */
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

/** Prefills the form from elsewhere on the page; the visitor edits and sends it like any other. */
export function prefill({ message: block, monthly_revenue }: Prefill): void {
  const { draft } = bookingForm
  const field = document.querySelector<HTMLTextAreaElement>(`#${bookingDialogId} [name=message]`)
  const typed = draft.values()
  const message = withBlock(field?.value ?? typed.message ?? '', block, typed.block ?? '')
  draft.prefill({ message, monthly_revenue, block })
  putInto(field, message)
}

/** The fields are uncontrolled, so their values are set directly, and an event updates what depends on them. */
function putInto(field: HTMLInputElement | HTMLTextAreaElement | null, value: string): void {
  if (!field) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
