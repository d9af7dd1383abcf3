import { byHost, callLetterWords, callTimeWords, describeStart, visitorEmailFooter } from '#content/call-letters.ts'
import type { ScheduledLetterKind } from '#shared/contract/outbox.ts'
import { calendarBlock } from './invitation.ts'
import { dayOf, momentIn, sentenceOf, spanIn, timeOf } from './moments.ts'
import type { EmailBlock, EmailParts, TimeBlock } from './parts.ts'
import { hostOf, placeRows, previousPlaceRow } from './places.ts'
import { urlBelow } from './typed-text.ts'
import type { BookingFacts, DataOf, LetterData, Span } from './types.ts'
import { button, callBlock, paragraphs, reasonBlock, steps, visitorEmailParts, zoneFor } from './visitor-letters.ts'

interface CallWords {
  subject: (day: string) => string
  heading: string
  after?: readonly string[]
  button: string
  footnote: string
}

type CallData = Extract<LetterData, { booking: BookingFacts; callLink: string }>

/** An email about a call, with a button that opens the visitor's page. */
function aboutCall(data: CallData, call: Span, words: CallWords, blocks: readonly EmailBlock[]): EmailParts {
  return visitorEmailParts(
    data,
    words.subject(dayOf(call.starts, zoneFor(data), data.visitor.hourCycle, 'short')),
    words.heading,
    [...blocks, ...paragraphs(words.after ?? []), button(words.button, data.callLink)],
    [words.footnote, visitorEmailFooter.page],
  )
}

export function confirmed(data: DataOf<'call-confirmed'>): EmailParts {
  const words = callLetterWords.confirmed
  return aboutCall(data, data.call, words, [
    ...paragraphs(words.paragraphs, describeStart(hostOf(data.meeting), data.meeting.place)),
    callBlock(data.call, data, 'firm', callTimeWords.firm, [], placeRows(data)),
    calendarBlock(data),
    steps(data.call),
  ])
}

export function moved(data: DataOf<'call-moved'>): EmailParts {
  const words = callLetterWords.moved
  const before = spanIn(data.was, zoneFor(data), data.visitor.hourCycle)
  const instead = { label: callTimeWords.instead, value: callTimeWords.until(before.time, before.day), isOff: true }
  return aboutCall(data, data.call, words, [
    ...paragraphs(words.paragraphs, describeStart(hostOf(data.meeting), data.meeting.place, 'moved')),
    callBlock(data.call, data, 'firm', callTimeWords.moved, [instead], placeRows(data)),
    calendarBlock(data),
  ])
}

export function reassigned(data: DataOf<'call-reassigned'>): EmailParts {
  const words = callLetterWords.reassigned
  const host = hostOf(data.meeting)
  const isElsewhere = host === hostOf(data.before)
  const heading = isElsewhere ? words.headingElsewhere : byHost(host, words.heading)
  return aboutCall(data, data.call, { ...words, heading }, [
    ...paragraphs(words.paragraphs, describeStart(host, data.meeting.place)),
    callBlock(data.call, data, 'firm', callTimeWords.reassigned, [previousPlaceRow(data.before)], placeRows(data)),
    calendarBlock(data),
  ])
}

export function proposalDeclined(data: DataOf<'call-stands'>): EmailParts {
  const words = callLetterWords.stands
  const wish = momentIn(data.proposed, zoneFor(data), data.visitor.hourCycle)
  const asked = { label: callTimeWords.askedFor, value: callTimeWords.until(wish.time, wish.day), isOff: true }
  return aboutCall(data, data.call, words, [
    ...paragraphs(words.paragraphs),
    ...reasonBlock(data.reason),
    callBlock(data.call, data, 'firm', callTimeWords.firm, [asked], placeRows(data)),
  ])
}

export function cancelled(data: DataOf<'call-cancelled'>): EmailParts {
  if (data.was === null) return requestCancelled(data)
  if (data.isOpenAgain) return reopened(data, data.was)
  const words = callLetterWords.cancelled
  const day = dayOf(data.was.starts, zoneFor(data), data.visitor.hourCycle, 'short')
  return nothingLeft(data, words, words.subject(day), callBlock(data.was, data, 'off', callTimeWords.off))
}

/** The email about a request that was cancelled before it was confirmed. */
function requestCancelled(data: DataOf<'call-cancelled'>): EmailParts {
  const words = callLetterWords.withdrawn
  return nothingLeft(data, words, words.subject, {
    type: 'time',
    tone: 'off',
    label: callTimeWords.withdrawn,
    ...momentIn(data.booking.preferred, zoneFor(data), data.visitor.hourCycle),
    ruler: null,
    rows: [],
  })
}

/** The button opens the site, because the visitor's page has nothing left to change. */
function nothingLeft(
  data: DataOf<'call-cancelled'>,
  words: typeof callLetterWords.cancelled | typeof callLetterWords.withdrawn,
  subject: string,
  time: TimeBlock,
): EmailParts {
  const blocks = [...paragraphs(words.paragraphs), ...reasonBlock(data.reason), time, ...paragraphs(words.after)]
  const last = button(words.button, urlBelow(data.siteUrl, '/'))
  return visitorEmailParts(data, subject, words.heading, [...blocks, last], [words.footnote])
}

/** An email about a cancelled call whose request stays open. */
function reopened(data: DataOf<'call-cancelled'>, was: Span): EmailParts {
  const words = callLetterWords.reopened
  return aboutCall(data, was, words, [
    ...paragraphs(words.paragraphs, sentenceOf(data.booking.due, zoneFor(data), data.visitor.hourCycle)),
    callBlock(was, data, 'off', callTimeWords.reopened),
  ])
}

// Reminders state the time of the call, not the time left until the call, because nobody knows when an email is read.

export function reminderDay(data: DataOf<ScheduledLetterKind>): EmailParts {
  return aboutCall(data, data.call, callLetterWords.reminderDay, [
    ...paragraphs([describeStart(hostOf(data.meeting), data.meeting.place, 'reminded')]),
    callBlock(data.call, data, 'firm', callTimeWords.firm, [], placeRows(data)),
    steps(data.call),
  ])
}

export function reminderHour(data: DataOf<ScheduledLetterKind>): EmailParts {
  const words = callLetterWords.reminderHour
  const time = timeOf(data.call.starts, zoneFor(data), data.visitor.hourCycle)
  const withTime = { ...words, subject: (day: string) => words.subject(time, day), heading: words.heading(time) }
  return aboutCall(data, data.call, withTime, [
    ...paragraphs(words.paragraphs, describeStart(hostOf(data.meeting), data.meeting.place)),
    callBlock(data.call, data, 'firm', callTimeWords.firm, [], placeRows(data)),
  ])
}
