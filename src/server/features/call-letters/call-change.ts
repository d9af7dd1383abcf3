import type { LetterData, Meeting, Span } from '#letters/types.ts'
import {
  type BookingEmailData,
  type CallState,
  callOver,
  type DroppedEmail,
  type EmailBookingRow,
  type KnownState,
  noLongerTrue,
  type OutboxEmailRow,
  overtaken,
  type ReportedState,
  reportedMeeting,
  reportedSpan,
  spanOf,
} from './letter-facts.ts'

/** The change that an email must report to its reader; null if the reader is up to date. */
type CallChange =
  | { what: 'confirmed'; call: Span }
  | { what: 'moved'; call: Span; was: Span }
  /** The time is the same; the host or the meeting place has changed. */
  | { what: 'reassigned'; call: Span; before: Meeting }
  /** `was`: the call in the reader's calendar; null if no email announced a call. */
  | { what: 'cancelled'; was: Span | null }
  | null

/**
 * Compares a call with the last state that the reader knows. Emails depend on this comparison, not on individual
 * changes: no email is sent for a change that was undone or replaced, and an email is sent again only if the earlier
 * email may have been lost.
 */
export function changeFor(told: KnownState | null, now: CallState): CallChange {
  const stood = told?.status === 'confirmed' ? told.call : null
  switch (now.status) {
    case 'confirmed': {
      const { call } = now
      if (!call) return null
      if (!stood) return { what: 'confirmed', call }
      if (!isSame(stood, call)) return { what: 'moved', call, was: stood }
      if (told && !isSameMeeting(told.meeting, now.meeting)) {
        return { what: 'reassigned', call, before: told.meeting }
      }
      return told?.isSure ? null : { what: 'confirmed', call }
    }
    case 'cancelled':
      if (told?.status === 'cancelled' && told.isSure) return null
      // The email about the earlier cancellation may have been lost, so the call may still be in the reader's calendar.
      return { what: 'cancelled', was: told?.call ?? null }
    // If a call was cancelled and then reopened before an email was sent, the email reports a cancellation.
    case 'new':
      return stood && { what: 'cancelled', was: stood }
    case 'spam?':
    case 'spam':
    case 'completed':
    case 'no-show':
    case 'unknown':
      return null
  }
}

const isSame = (a: Span, b: Span) => a.starts === b.starts && a.ends === b.ends

/** Compares what the reader sees: two hosts look the same if their names are equal or both missing. */
const isSameMeeting = (a: Meeting, b: Meeting) => a.host === b.host && a.place === b.place && a.link === b.link

/** The change to a call, for the visitor (`call`) or for the host (`team-call`). */
export function changeData(
  row: OutboxEmailRow,
  booking: EmailBookingRow,
  about: BookingEmailData,
): LetterData | DroppedEmail {
  if (!row.sent_as && row.is_overtaken) return overtaken
  const isTeam = row.kind === 'team-call'
  const isCalledOff = row.sent_as?.endsWith('-cancelled') === true
  // For the previous host, a reassigned call counts as cancelled.
  const isGivenAway = isTeam && (row.sent_as ? isCalledOff && row.facts.status === 'confirmed' : !row.is_host)
  const told = row.told && { ...stateTold(row.told, isTeam), isSure: row.told.is_sure }
  const news = changeFor(told, stateNow(row, booking, about.meeting, isGivenAway))
  if (!news) return noLongerTrue
  const sequence = (row.sent_as && row.facts.sequence) || booking.call_sequence
  if (news.what !== 'cancelled') {
    if (!row.sent_as && news.call.ends <= about.now) return callOver
    const { call } = news
    if (news.what === 'confirmed') {
      if (!isTeam) return { ...about, kind: 'call-confirmed', call, sequence }
      const isFirst = told === null && row.facts.by_visitor === true
      return { ...about, kind: 'team-call-confirmed', call, sequence, isFirst }
    }
    if (news.what === 'reassigned') {
      const { before } = news
      return { ...about, kind: isTeam ? 'team-call-reassigned' : 'call-reassigned', call, before, sequence }
    }
    return { ...about, kind: isTeam ? 'team-call-moved' : 'call-moved', call, was: news.was, sequence }
  }
  const { was } = news
  if (!isTeam) {
    const isOpenAgain = !row.sent_as && booking.status === 'new'
    return { ...about, kind: 'call-cancelled', was, sequence, isOpenAgain, reason: row.facts.reason ?? null }
  }
  if (!was) return noLongerTrue
  const why = isGivenAway ? 'given-away' : row.facts.by_visitor === true ? 'visitor' : 'desk'
  return { ...about, kind: 'team-call-cancelled', was, sequence, why }
}

function stateNow(row: OutboxEmailRow, booking: EmailBookingRow, meeting: Meeting, isGivenAway: boolean): CallState {
  const isTeam = row.kind === 'team-call'
  if (isGivenAway) return { status: 'new', call: null, meeting }
  if (row.sent_as) return stateTold(row.facts, isTeam)
  return { status: booking.status, call: spanOf(booking), meeting: forReader(meeting, isTeam) }
}

const stateTold = (told: ReportedState, isTeam: boolean): CallState => ({
  status: told.status ?? 'new',
  call: reportedSpan(told),
  meeting: forReader(reportedMeeting(told), isTeam),
})

/** For the host, the host's name never counts as a change. */
const forReader = (meeting: Meeting, isTeam: boolean): Meeting => (isTeam ? { ...meeting, host: null } : meeting)
