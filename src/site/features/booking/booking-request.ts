import { joinHostNames, availableTimesWords as words } from '#content/available-times.ts'
import { booking } from '#content/booking.ts'
import type { SelectedSlot } from '#shared/contract/desk-week.ts'
import type { SpamSignals } from '#shared/contract/fields.ts'
import type { BookingInsert } from '#shared/contract/form-rows.ts'
import { formatWallClock, formatWithOffset, hourCycleOf, parseWallClock } from '#shared/lib/local-time.ts'
import { suggestSlots } from '#shared/lib/suggest-slots.ts'
import { currentZoneName, isTimeZone, localZone } from '#shared/lib/time-zone.ts'
import { expireSlots, fetchSelectedSlot, isTaken, slotsStore } from '#site/lib/available-times.ts'
import { insertBlock } from '#site/lib/draft.ts'
import { createForm, type FormStore, sendRow } from '#site/lib/form-store.ts'
import type { FormProblemDetails } from '#site/lib/refusal.tsx'
import { bookingDialogId } from './book-call.tsx'
import { type BookingDraft, bookingState, type SentBooking } from './state.ts'

/** The assumed length of a call until the server has responded. */
const defaultCallMinutes = 30

export const bookingForm: FormStore<keyof BookingDraft, SentBooking> = createForm({
  form: 'booking',
  failure: booking.failure,
  state: bookingState,
  first: { monthly_revenue: '', block: '', time_zone: '', picked: '' },
  submit: sendBooking,
  // `monthly_revenue` has no input, so the visitor could not enter the value again.
  kept: ({ monthly_revenue = '', time_zone = '' }) => ({ monthly_revenue, time_zone }),
})

/** The time zone that the visitor selected; undefined means the device's time zone, which may be unknown. */
export function selectedZone(): string | undefined {
  const { time_zone } = bookingForm.draft.values()
  return time_zone && isTimeZone(time_zone) ? currentZoneName(time_zone) : undefined
}

/** The available time in the field; null for a typed time, or if the selected time was taken in the meantime. */
export function selectedSlot({ picked, preferred_time }: BookingDraft = bookingForm.draft.values()): string | null {
  if (!picked || formatWallClock(new Date(picked), selectedZone()) !== preferred_time) return null
  return isTaken(picked) ? null : picked
}

async function sendBooking(
  id: string,
  draft: BookingDraft,
  signals: SpamSignals,
): Promise<SentBooking | FormProblemDetails> {
  const zone = selectedZone() ?? localZone()
  if (!zone) return { refused: [{ name: 'preferred_time', reason: words.zoneFirst }] }
  const row = bookingRow(id, draft, zone)
  const result = await sendRow('booking', { ...row, ...signals })
  if ('refused' in result) return result
  expireSlots()
  // Requests the outcome even if an earlier attempt stored the row. The booking is stored even if this request gets no
  // response.
  const told = row.picked ? await fetchSelectedSlot(id) : null
  const start = new Date(row.preferred_time)
  return {
    id,
    start,
    zone,
    minutes: slotsStore.get().answer?.call_minutes ?? defaultCallMinutes,
    page: result.page,
    outcome: told?.outcome ?? 'requested',
    next: suggestSlots(told?.next ?? [], zone, { requested: start.getTime() }),
    caller: nameHost(told),
  }
}

/**
 * Returns the possible hosts' names if the selected time is held or available, because one of these hosts then takes
 * the call.
 */
function nameHost(told: SelectedSlot | null): string | null {
  const { callers } = slotsStore.get()
  return (told?.outcome === 'held' || told?.outcome === 'available') && callers ? joinHostNames(callers) : null
}

/** Returns the row to send. The browser has validated every field, so the draft is complete. */
function bookingRow(id: string, draft: BookingDraft, time_zone: string): BookingInsert {
  const { preferred_time = '', message = '', monthly_revenue = '', block: _, picked: __, ...rest } = draft
  const free = selectedSlot(draft)
  return {
    ...(rest as Pick<BookingInsert, 'name' | 'email' | 'company' | 'phone' | 'current_challenges' | 'team_size'>),
    id,
    // When a clock change repeats an hour, the selected time determines which of the two hours is meant.
    preferred_time: free
      ? formatWithOffset(new Date(free), selectedZone())
      : parseWallClock(preferred_time, selectedZone()),
    ...(free && { picked: true }),
    time_zone,
    hour_cycle: hourCycleOf(),
    message,
    monthly_revenue,
  }
}

/** Fills the time field with an available time in the visitor's time zone. */
export function selectSlot(time: string): void {
  const preferred_time = formatWallClock(new Date(time), selectedZone())
  bookingForm.draft.edit({ preferred_time, picked: time })
  setFieldValue(document.querySelector<HTMLInputElement>(`#${bookingDialogId} [name=preferred_time]`), preferred_time)
}

/** A selected available time stays the same instant; a typed time is interpreted in the new time zone. */
export function selectZone(zone: string): void {
  const free = selectedSlot()
  bookingForm.draft.edit({ time_zone: zone === localZone() ? '' : zone })
  if (free) selectSlot(free)
}

interface Prefill {
  /** Text appended to the message that the visitor has already typed. */
  readonly message: string
  /** The new value of this column, with at most 100 characters. */
  readonly monthly_revenue: string
}

/** Prefills the form from another part of the page; the visitor can edit the values before sending. */
export function prefill({ message: block, monthly_revenue }: Prefill): void {
  const { draft } = bookingForm
  const field = document.querySelector<HTMLTextAreaElement>(`#${bookingDialogId} [name=message]`)
  const typed = draft.values()
  const message = insertBlock(field?.value ?? typed.message ?? '', block, typed.block ?? '')
  draft.prefill({ message, monthly_revenue, block })
  setFieldValue(field, message)
}

/**
 * The fields are uncontrolled, so this code sets the value directly, and an event updates everything that depends on
 * the value.
 */
function setFieldValue(field: HTMLInputElement | HTMLTextAreaElement | null, value: string): void {
  if (!field) return
  field.value = value
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
