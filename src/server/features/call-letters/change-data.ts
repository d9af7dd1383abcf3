import type { LetterData, Meeting } from '#letters/types.ts'
import { changeFor } from './call-change.ts'
import {
  type About,
  meetingTold,
  type NotWritten,
  noNews,
  over,
  overtaken,
  spanOf,
  spanTold,
} from './letter-facts.ts'
import type { BookingRow, CallState, LetterRow, Told } from './types.ts'

/** The news of a call, for the visitor (`call`) or for its host (`team-call`). */
export function change(row: LetterRow, booking: BookingRow, about: About): LetterData | NotWritten {
  if (!row.sent_as && row.is_overtaken) return overtaken
  // The visitor undid a change before any letter reported it. A call that was confirmed at once is reported here.
  const isTeam = row.kind === 'team-call'
  const isCalledOff = row.sent_as?.endsWith('-cancelled') === true
  // For the previous host a call with another host is cancelled.
  const isGivenAway = isTeam && (row.sent_as ? isCalledOff && row.facts.status === 'confirmed' : !row.is_host)
  const told = row.told && { ...stateTold(row.told, isTeam), isSure: row.told.is_sure }
  const news = changeFor(told, stateNow(row, booking, about.meeting, isGivenAway))
  if (!news) return noNews
  const sequence = (row.sent_as && row.facts.sequence) || booking.call_sequence
  if (news.what !== 'cancelled') {
    if (!row.sent_as && news.call.ends <= about.now) return over
    const { call } = news
    if (news.what === 'confirmed') {
      const isFirst = told === null && row.facts.by_visitor === true
      return { ...about, kind: isTeam ? 'team-call-confirmed' : 'call-confirmed', call, sequence, isFirst }
    }
    if (news.what === 'passed') {
      const { before } = news
      return { ...about, kind: isTeam ? 'team-call-passed' : 'call-passed', call, before, sequence }
    }
    return { ...about, kind: isTeam ? 'team-call-moved' : 'call-moved', call, was: news.was, sequence }
  }
  const { was } = news
  if (!isTeam) {
    const isOpenAgain = !row.sent_as && booking.status === 'new'
    return { ...about, kind: 'call-cancelled', was, sequence, isOpenAgain }
  }
  if (!was) return noNews
  const why = isGivenAway ? 'given-away' : row.facts.by_visitor === true ? 'visitor' : 'desk'
  return { ...about, kind: 'team-call-cancelled', was, sequence, why }
}

function stateNow(row: LetterRow, booking: BookingRow, meeting: Meeting, isGivenAway: boolean): CallState {
  const isTeam = row.kind === 'team-call'
  if (isGivenAway) return { status: 'new', call: null, meeting }
  if (row.sent_as) return stateTold(row.facts, isTeam)
  return { status: booking.status, call: spanOf(booking), meeting: forReader(meeting, isTeam) }
}

const stateTold = (told: Told, isTeam: boolean): CallState => ({
  status: told.status ?? 'new',
  call: spanTold(told),
  meeting: forReader(meetingTold(told), isTeam),
})

/** The host's own name is no news to the host. */
const forReader = (meeting: Meeting, isTeam: boolean): Meeting =>
  isTeam ? { ...meeting, host: null } : meeting
