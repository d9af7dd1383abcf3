import { challengeLabels, teamSizeLabels } from '#content/booking.ts'
import { callEvent, callTimes } from '#content/call-letters.ts'
import { callPage as words } from '#content/visitor-call.ts'
import { dayOf, momentIn, sentenceOf, spanIn, timeOf } from '#letters/moments.ts'
import { hostOf, linkOf } from '#letters/places.ts'
import { type CallView, callPage } from '#plain/call-page.tsx'
import type { Page } from '#plain/page.tsx'
import { type Known, unknownWord } from '#shared/contract/known.ts'
import { referenceOf } from '#shared/lib/reference.ts'
import { calendarLinks } from './calendar.ts'
import { changesOf } from './changes.ts'
import { answerDue, isOpen, type Stop, stateOf, stopsOf } from './state.ts'
import type { Call, Shown, State } from './types.ts'

/** The page of one call in its present state, in its visitor's zone. */
export function callPageOf(call: Call, shown: Shown): Page {
  const { now, token } = shown
  const state = stateOf(call, now)
  const isAsked = state === 'asked'
  const due = answerDue(call)
  const { title, text, label } = words.states[isAsked && due < now ? 'late' : state]
  return callPage({
    title,
    lead: text(sentenceOf(due, call.zone, call.hourCycle), meetingOf(call)),
    notice: noticeOf(shown, call, state),
    link: isOpen(state) ? linkOf(call.meeting) : null,
    isWishPassed: isAsked && call.starts <= now,
    board:
      label === null
        ? null
        : { label: labelOf(label, call), ...spanIn(call, call.zone, call.hourCycle), isAsked },
    picked: pickedOf(call, shown),
    proposed: call.proposed !== null && state === 'proposed' ? momentOf(call.proposed, call) : null,
    stops: stopsOf(call, state).map((stop) => stopOf(stop, call, now)),
    calendars: isOpen(state) && call.moves.picked !== 'taken' ? calendarsOf(call, token) : null,
    changes: isOpen(state) ? changesOf(call, shown) : null,
    told: [
      { label: words.told.name, value: call.name },
      { label: words.told.company, value: call.company },
      ...known(words.told.challenge, challengeLabels, call.challenge),
      ...known(words.told.teamSize, teamSizeLabels, call.teamSize),
    ],
    message: call.message,
    reference: referenceOf(call.id),
  })
}

/** Leaves out a word of a later release, which this one has no label for. */
const known = <Word extends string>(label: string, labels: Record<Word, string>, word: Known<Word>) =>
  word === unknownWord ? [] : [{ label, value: labels[word] }]

/** How host and visitor meet, without data that a stranger with the link could use. */
function meetingOf({ meeting }: Call): string {
  const host = hostOf(meeting)
  return linkOf(meeting) ? words.meets(host) : callEvent.rings(host)
}

const labelOf = (label: string, { moves }: Call) => (moves.picked === 'held' ? callTimes.held : label)

/** For a picked time that is not confirmed: whether it is held, and how the visitor can hold it. */
function pickedOf({ moves, starts }: Call, { token, isByLetter, now }: Shown): CallView['picked'] {
  const { picked } = moves
  if (picked === null || starts <= now) return null
  if (picked === 'unproven' && isByLetter) return { text: words.picked.free, hold: { call: token } }
  return { text: words.picked[picked], hold: null }
}

/** The address of a notice may be opened again, even after the call. */
function noticeOf({ notice }: Shown, { moves }: Call, state: State): CallView['notice'] {
  if (notice === 'changed') return { role: 'alert', text: words.changed }
  if (!notice || !isOpen(state)) return null
  if (notice === 'moved' && state !== 'asked') return { role: 'status', text: words.move.done }
  if (notice === 'moved' && moves.picked === 'held') return { role: 'status', text: words.move.held }
  return state === 'asked' ? { role: 'status', text: words.propose.done } : null
}

function momentOf(at: number, { zone, hourCycle }: Call): string {
  const { time, day } = momentIn(at, zone, hourCycle)
  return words.at(time, day)
}

function stopOf({ what, at, is }: Stop, { zone, hourCycle }: Call, now: number): CallView['stops'][number] {
  const isAnswer = what === 'answer'
  const written = isAnswer ? words.by : words.at
  return {
    what: words.stops[what],
    when: at === null ? '' : written(timeOf(at, zone, hourCycle), dayOf(at, zone, 'short')),
    is,
    isLate: isAnswer && at !== null && at < now,
  }
}

function calendarsOf(call: Call, token: string): CallView['calendars'] {
  const isConfirmed = call.status === 'confirmed'
  const file = { label: words.links.file, href: `/call/${words.event.fileName}?call=${token}` }
  return {
    title: words.calendarTitle[isConfirmed ? 'confirmed' : 'asked'],
    links: isConfirmed ? [file, ...calendarLinks(call)] : [file],
    note: isConfirmed ? null : words.askedNote,
  }
}
