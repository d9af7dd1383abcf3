import { callLetterWords, callTimes, visitorSmall } from '#content/call-letters.ts'
import type { TimedLetter } from '#shared/contract/outbox.ts'
import { calendarBlock } from './invitation.ts'
import { dayOf, momentIn, promise, sentenceOf, spanIn, timeOf } from './moments.ts'
import type { LetterParts, TimeBlock } from './parts.ts'
import { hostOf, placeBefore, placeRows } from './places.ts'
import { below } from './typed-text.ts'
import type { DataOf, Span } from './types.ts'
import { button, callBlock, paragraphs, reasonBlock, steps, toVisitor, zoneFor } from './visitor-letters.ts'

export function confirmed(data: DataOf<'call-confirmed'>): LetterParts {
  const words = callLetterWords.confirmed
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimes.firm, [], placeRows(data)),
      calendarBlock(data),
      steps(data.call),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

export function moved(data: DataOf<'call-moved'>): LetterParts {
  const words = callLetterWords.moved
  const zone = zoneFor(data)
  const before = spanIn(data.was, zone, data.visitor.hourCycle)
  const instead = { label: callTimes.instead, value: callTimes.until(before.time, before.day), isOff: true }
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimes.moved, [instead], placeRows(data)),
      calendarBlock(data),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

export function reassigned(data: DataOf<'call-reassigned'>): LetterParts {
  const words = callLetterWords.reassigned
  const zone = zoneFor(data)
  const host = hostOf(data.meeting)
  const isElsewhere = host === hostOf(data.before)
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    isElsewhere ? words.headingElsewhere : words.heading(host),
    [
      ...paragraphs(words.paragraphs(host, data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimes.reassigned, [placeBefore(data.before)], placeRows(data)),
      calendarBlock(data),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

export function stands(data: DataOf<'call-stands'>): LetterParts {
  const words = callLetterWords.stands
  const zone = zoneFor(data)
  const wish = momentIn(data.proposed, zone, data.visitor.hourCycle)
  const asked = { label: callTimes.askedFor, value: callTimes.until(wish.time, wish.day), isOff: true }
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      ...reasonBlock(data.reason),
      callBlock(data.call, data, 'firm', callTimes.firm, [asked], placeRows(data)),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

export function cancelled(data: DataOf<'call-cancelled'>): LetterParts {
  if (data.was === null) return withdrawn(data)
  if (data.isOpenAgain) return reopened(data, data.was)
  const words = callLetterWords.cancelled
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(data.was.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      ...reasonBlock(data.reason),
      callBlock(data.was, data, 'off', callTimes.off),
      ...paragraphs(words.after),
      button(words.button, below(data.siteUrl, '/')),
    ],
    [words.footnote],
  )
}

/** For a cancelled request that was never confirmed. */
function withdrawn(data: DataOf<'call-cancelled'>): LetterParts {
  const words = callLetterWords.withdrawn
  const wish: TimeBlock = {
    type: 'time',
    tone: 'off',
    label: callTimes.withdrawn,
    ...momentIn(data.booking.preferred, zoneFor(data), data.visitor.hourCycle),
    ruler: null,
    rows: [],
  }
  return toVisitor(
    data,
    words.subject,
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      ...reasonBlock(data.reason),
      wish,
      ...paragraphs(words.after),
      button(words.button, below(data.siteUrl, '/')),
    ],
    [words.footnote],
  )
}

/** For a confirmed time that is cancelled while the request stays open. */
function reopened(data: DataOf<'call-cancelled'>, was: Span): LetterParts {
  const words = callLetterWords.reopened
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(was.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs(sentenceOf(data.now + promise, zone, data.visitor.hourCycle))),
      callBlock(was, data, 'off', callTimes.reopened),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

// Reminders name the call's time and not the remaining time, because nobody knows when an email is read.

export function reminderDay(data: DataOf<TimedLetter>): LetterParts {
  const words = callLetterWords.reminderDay
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimes.firm, [], placeRows(data)),
      steps(data.call),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

export function reminderHour(data: DataOf<TimedLetter>): LetterParts {
  const words = callLetterWords.reminderHour
  const zone = zoneFor(data)
  const time = timeOf(data.call.starts, zone, data.visitor.hourCycle)
  return toVisitor(
    data,
    words.subject(time, dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading(time),
    [
      ...paragraphs(words.paragraphs(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimes.firm, [], placeRows(data)),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}
