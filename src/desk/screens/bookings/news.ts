import { ago, changedWords, entryWords } from '#desk/features/record/change-words.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'

interface News {
  /** The call is not as it was seen, so a move of it would be refused; otherwise another person has it. */
  isOver: boolean
  words: string
}

/** What was done to a booking since it was seen, by whom and when; null where its call stands as it did. */
export function newsOf(
  seen: BookingRow,
  { booking, timeline }: BookingRecord,
  nameOf: (id: string | null) => string,
  now: number,
): News | null {
  const isOver = (['status', 'confirmed', 'call_at', 'proposed_time'] as const).some(
    (name) => seen[name] !== booking[name],
  )
  if (!isOver && seen.assigned_to === booking.assigned_to) return null
  const entry = timeline.findLast(
    ({ action }) => action !== 'noted' && (action === 'booking_assigned') !== isOver,
  )
  if (!entry) return { isOver, words: 'This was changed meanwhile.' }
  const { action, actor, at } = entry
  if (action !== 'booking_moved' || actor === null)
    return { isOver, words: `${entryWords(entry, bookingStatusWords, nameOf)}, ${ago(at, now)}.` }
  const { status, confirmed } = booking
  const details = { status, confirmed, by: actor, at }
  return { isOver, words: changedWords({ hint: 'changed', details }, nameOf, now) }
}
