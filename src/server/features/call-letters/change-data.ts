import type { LetterData } from '#letters/types.ts'
import { changeFor } from './call-change.ts'
import { type About, type NotWritten, noNews, over, overtaken, spanOf, spanTold } from './letter-facts.ts'
import type { BookingRow, CallState, LetterRow, Told } from './types.ts'

/** What has become of a call, for the visitor (`call`) or for who holds it (`team-call`). */
export function change(row: LetterRow, booking: BookingRow, about: About): LetterData | NotWritten {
  if (!row.sent_as && row.is_overtaken) return overtaken
  // They took back what no letter has told them of.
  if (!row.sent_as && row.facts.waits && !row.has_heard) return noNews
  const isTeam = row.kind === 'team-call'
  const isCalledOff = row.sent_as?.endsWith('-cancelled') === true
  // A call that somebody else holds is off for whoever held it.
  const isGivenAway = isTeam && (row.sent_as ? isCalledOff && row.facts.status === 'confirmed' : !row.is_host)
  const told = row.told && { ...stateTold(row.told), isSure: row.told.is_sure }
  const news = changeFor(told, stateNow(row, booking, isGivenAway))
  if (!news) return noNews
  const sequence = (row.sent_as && row.facts.sequence) || booking.call_sequence
  if (news.what !== 'cancelled') {
    if (!row.sent_as && news.call.ends <= about.now) return over
    const { call } = news
    if (news.what === 'confirmed') {
      return { ...about, kind: isTeam ? 'team-call-confirmed' : 'call-confirmed', call, sequence }
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

/** How the call stands for this reader. */
function stateNow(row: LetterRow, booking: BookingRow, isGivenAway: boolean): CallState {
  if (isGivenAway) return { status: 'new', call: null }
  if (row.sent_as) return stateTold(row.facts)
  return { status: booking.status, call: spanOf(booking) }
}

const stateTold = (told: Told): CallState => ({ status: told.status ?? 'new', call: spanTold(told) })
