import { describeChange, describeEntry, timeAgo } from '#desk/features/record/change-words.ts'
import { dayAndTime, zoneOrFallback } from '#desk/lib/times.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import type { BookingMove, BookingStatus } from '#shared/contract/desk.ts'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { parseInstantRange } from '#shared/lib/local-time.ts'
import { describeZone } from '#shared/lib/time-zone.ts'

/** Returns the label of a move's button. */
export function moveLabel(from: BookingStatus, to: BookingStatus): string {
  switch (to) {
    case 'confirmed':
      return from === 'new' ? 'Confirm' : 'Reschedule'
    case 'completed':
      return 'Mark as completed'
    case 'no-show':
      return 'Mark as no-show'
    case 'cancelled':
      return 'Cancel booking'
    case 'spam':
      return 'Mark as spam'
    case 'new':
    case 'spam?':
      return from === 'spam' || from === 'spam?' ? 'Not spam' : 'Reopen'
  }
}

export const moveToasts: Record<BookingStatus, string> = {
  new: 'moved to New.',
  'spam?': 'marked as suspected spam.',
  confirmed: 'confirmed.',
  completed: 'marked as completed.',
  'no-show': 'marked as no-show.',
  cancelled: 'cancelled. The time is available again.',
  spam: 'marked as spam.',
}

export function mainMove(status: BookingStatus, hasBegun: boolean): BookingStatus | undefined {
  if (status === 'new') return 'confirmed'
  if (status === 'spam?') return 'new'
  return status === 'confirmed' && hasBegun ? 'completed' : undefined
}

/** Returns the start of a confirmed call in milliseconds since 1970; null for a request. */
export const callStartOf = ({ confirmed }: BookingListRow): number | null =>
  confirmed === null ? null : Date.parse(parseInstantRange(confirmed).start)

export const minutesOf = (range: string): number => {
  const { start, end } = parseInstantRange(range)
  return Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
}

/** Returns the time of a call or of an open request, in the visitor's time zone. */
export function callTimeInWords(
  { call_at, confirmed, status, time_zone }: BookingListRow,
  deskZone: string,
): string | null {
  const zone = zoneOrFallback(time_zone, deskZone)
  const at = new Date(call_at)
  const time = `${dayAndTime(at, zone)} (${describeZone(zone, at)})`
  if (confirmed !== null) return time
  return status === 'new' ? `the time you requested, ${time}, which is not confirmed yet` : null
}

/** Returns the arguments for a move, with the state that the user saw, so that the database detects conflicts. */
export function moveArguments(
  { id, confirmed, proposed_time }: BookingListRow,
  expected: BookingStatus,
  target: BookingStatus,
): BookingMove {
  const start = confirmed && parseInstantRange(confirmed).start
  return {
    booking: id,
    expected,
    target,
    ...(expected === 'confirmed' && start && { expected_time: start, expected_proposal: proposed_time }),
  }
}

interface BookingChange {
  /** True if the call itself has changed; a move would be refused. False if only the assignee has changed. */
  isOver: boolean
  words: string
}

/** Returns the last change since the user saw the booking, with its author and time; null if nothing changed. */
export function lastChangeOf(
  seen: BookingListRow,
  { booking, timeline }: BookingRecord,
  nameOf: (id: string | null) => string,
  now: number,
): BookingChange | null {
  const isOver = (['status', 'confirmed', 'call_at', 'proposed_time'] as const).some(
    (name) => seen[name] !== booking[name],
  )
  if (!isOver && seen.assigned_to === booking.assigned_to) return null
  const entry = timeline.findLast(({ action }) => action !== 'noted' && (action === 'booking_assigned') !== isOver)
  if (!entry) return { isOver, words: 'Someone else changed this booking.' }
  const { action, actor, at } = entry
  if (action !== 'booking_moved' || actor === null)
    return { isOver, words: `${describeEntry(entry, bookingStatusWords, nameOf)}, ${timeAgo(at, now)}.` }
  const { status, confirmed } = booking
  const details = { status, confirmed, by: actor, at }
  return { isOver, words: describeChange({ hint: 'changed', details }, nameOf, now) }
}
