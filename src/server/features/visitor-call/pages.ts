import ical, { ICalEventStatus } from 'ical-generator'
import { challengeLabels, teamSizeLabels } from '#content/booking.ts'
import { receipt } from '#content/booking-receipt.ts'
import { brand } from '#content/brand.ts'
import { byHost, calendarLinks, callEventWords } from '#content/call-letters.ts'
import { callPage as words } from '#content/visitor-call.ts'
import { dayOf, momentIn, sentenceOf, spanIn, timeOf } from '#letters/moments.ts'
import { describeCall, hostOf, linkOf, placeInCalendar } from '#letters/places.ts'
import { googleLink, outlookLink } from '#letters/typed-text.ts'
import { type CallView, callPage } from '#plain/call-page.tsx'
import type { Page } from '#plain/page.tsx'
import { type KnownValue, unknownValue } from '#shared/contract/fields.ts'
import { calendarProduct, eventUid } from '#shared/lib/calendar-file.ts'
import { referenceOf } from '#shared/lib/display-text.ts'
import {
  type CallPageData,
  type CallPageState,
  hasTime,
  isOpen,
  type ProgressStep,
  progressOf,
  topicOf,
} from './call-state.ts'
import { changesOf } from './changes.ts'

/** The page of one call in its current state, in the visitor's time zone. */
export function callPageOf(call: CallPageData, shown: CallPageState): Page {
  const { zone, hourCycle, state } = call
  const topic = topicOf(call, shown.now)
  const due = state.until === null ? '' : sentenceOf(Date.parse(state.until), zone, hourCycle)
  const how = meetingOf(call)
  return callPage({
    title: words.states[topic].title,
    lead: words.states[topic].text(due, how),
    notice: noticeOf(shown, call),
    link: isOpen(call) ? linkOf(call.meeting) : null,
    board: timeBoard(call),
    time: timeTextOf(call, shown),
    proposed: call.proposed !== null && topic === 'proposed' ? momentOf(call.proposed, call) : null,
    stops: progressOf(call, topic).map((stop) => stopOf(stop, call, shown.now)),
    calendars: isOpen(call) && hasTime(call) ? calendarsOf(call, shown.token) : null,
    changes: isOpen(call) ? changesOf(call, shown) : null,
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

/** Leaves out a value that a later release added, because this release has no label for it. */
const known = <Word extends string>(label: string, labels: Record<Word, string>, word: KnownValue<Word>) =>
  word === unknownValue ? [] : [{ label, value: labels[word] }]

/** Says how the host and the visitor meet, without personal data, because anyone with the link can read the page. */
function meetingOf({ meeting }: CallPageData): string {
  const host = hostOf(meeting)
  return byHost(host, linkOf(meeting) ? words.meets : callEventWords.rings)
}

/** The time in large type; null once the call is over. */
function timeBoard(call: CallPageData): CallView['board'] {
  const { time, is_over } = call.state
  if (is_over || time === null || !Object.hasOwn(words.labels, time)) return null
  const label = isConfirmed(call) && time === 'offered' ? 'confirmedAndOffered' : (time as keyof typeof words.labels)
  return {
    label: words.labels[label],
    ...spanIn(call, call.zone, call.hourCycle),
    isAsked: !isConfirmed(call),
  }
}

/** Says in words whether a requested time is available, and whether a button can hold it. */
function timeTextOf(call: CallPageData, { token, isByLetter }: CallPageState): CallView['time'] {
  const { time, held_until, why } = call.state
  const { times } = words
  const said = (text: string) => ({ text, hold: null })
  if (!isOpen(call)) return null
  if (time === 'held')
    return said(
      held_until === null ? times.held : times.heldUntil(sentenceOf(Date.parse(held_until), call.zone, call.hourCycle)),
    )
  if (time === 'available')
    return isByLetter || !call.needsProof ? { text: times.available, hold: { call: token } } : said(times.unproven)
  if (why.what === 'hold_lost') return said(times.lost)
  if (why.what === 'offer_ended' && !isConfirmed(call)) return said(times.offerEnded)
  return time === 'taken' || time === 'none' ? said(times[time]) : null
}

/**
 * A visitor can reopen a URL that contains a notice, even after the call, so the notice is checked against the call's
 * current state.
 */
function noticeOf({ notice }: CallPageState, call: CallPageData): CallView['notice'] {
  if (notice === 'changed') return { role: 'alert', text: words.changed }
  if (!notice || !isOpen(call)) return null
  if (notice === 'moved' && isConfirmed(call)) return { role: 'status', text: words.move.done }
  if (notice === 'moved' && call.state.time === 'held') return { role: 'status', text: words.move.held }
  return isConfirmed(call) ? null : { role: 'status', text: words.propose.done }
}

function momentOf(at: number, { zone, hourCycle }: CallPageData): string {
  const { time, day } = momentIn(at, zone, hourCycle)
  return words.at(time, day)
}

function stopOf(
  { what, at, is }: ProgressStep,
  { zone, hourCycle }: CallPageData,
  now: number,
): CallView['stops'][number] {
  const isAnswer = what === 'answer'
  const written = isAnswer ? words.by : words.at
  return {
    what: words.stops[what],
    when: at === null ? '' : written(timeOf(at, zone, hourCycle), dayOf(at, zone, hourCycle, 'short')),
    is,
    isLate: isAnswer && at !== null && at < now,
  }
}

function calendarsOf(call: CallPageData, token: string): CallView['calendars'] {
  const file = { label: receipt.calendars.file, href: `/call/${words.event.fileName}?call=${token}` }
  return {
    title: isConfirmed(call) ? words.calendarTitle : receipt.hold,
    links: isConfirmed(call) ? [file, ...webCalendarsOf(call)] : [file],
    note: isConfirmed(call) ? null : words.askedNote,
  }
}

const isConfirmed = ({ status }: CallPageData) => status === 'confirmed'

/** Returns only the reference until the meeting place is decided. */
const aboutEvent = (call: CallPageData) => {
  const reference = words.event.reference(referenceOf(call.id))
  return call.meeting.place === null ? reference : `${describeCall(call.meeting, call)} ${reference}`
}

/** Leaves out the visitor's phone number, because anyone with the link can read the file. */
const placeOf = ({ meeting }: CallPageData) =>
  meeting.place === null ? {} : { location: placeInCalendar({ meeting, booking: { phone: '' } }) }

/**
 * The event for the visitor's own calendar, which is tentative until the call is confirmed. The event has no method,
 * organizer or guest, so that a calendar treats the event as the visitor's own and sends no responses. The emailed
 * invitations have the same UID. The event has no alarm, because the library would write the alarm before STATUS, where
 * RFC 5545 allows no component.
 */
export function calendarFile(call: CallPageData, link: string, now: number): string {
  const { event } = words
  const calendar = ical({ prodId: calendarProduct(brand.name, 'Strategy call') })
  calendar.createEvent({
    id: eventUid(call.id, link),
    sequence: call.sequence,
    stamp: new Date(now),
    start: new Date(call.starts),
    end: new Date(call.ends),
    summary: isConfirmed(call) ? event.title : event.askedTitle,
    description: `${aboutEvent(call)}\n${callEventWords.changes(link)}`,
    ...placeOf(call),
    status: isConfirmed(call) ? ICalEventStatus.CONFIRMED : ICalEventStatus.TENTATIVE,
  })
  return calendar.toString()
}

/** Links for web calendars, without the link to the visitor's page, because other companies run these calendars. */
function webCalendarsOf(call: CallPageData) {
  const { event } = words
  const entry = {
    title: event.title,
    description: aboutEvent(call),
    ...placeOf(call),
    starts: call.starts,
    ends: call.ends,
  }
  return [
    { label: calendarLinks.google, href: googleLink(entry) },
    { label: calendarLinks.outlook, href: outlookLink(entry, 'live') },
    { label: calendarLinks.office, href: outlookLink(entry, 'office') },
  ]
}
