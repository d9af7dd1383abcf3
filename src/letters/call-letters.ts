import { byHost, callLetterWords, callTimeWords, describeStart, visitorEmailFooter } from '#content/call-letters.ts'
import type { ScheduledLetterKind } from '#shared/contract/outbox.ts'
import { calendarBlock } from './invitation.ts'
import { dayOf, momentIn, sentenceOf, spanIn, timeOf } from './moments.ts'
import type { EmailParts, TimeBlock } from './parts.ts'
import { hostOf, placeRows, previousPlaceRow } from './places.ts'
import { urlBelow } from './typed-text.ts'
import type { DataOf, Span } from './types.ts'
import { button, callBlock, paragraphs, reasonBlock, steps, visitorEmailParts, zoneFor } from './visitor-letters.ts'

export function confirmed(data: DataOf<'call-confirmed'>): EmailParts {
  const words = callLetterWords.confirmed
  const zone = zoneFor(data)
  return visitorEmailParts(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs, describeStart(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimeWords.firm, [], placeRows(data)),
      calendarBlock(data),
      steps(data.call),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

export function moved(data: DataOf<'call-moved'>): EmailParts {
  const words = callLetterWords.moved
  const zone = zoneFor(data)
  const before = spanIn(data.was, zone, data.visitor.hourCycle)
  const instead = {
    label: callTimeWords.instead,
    value: callTimeWords.until(before.time, before.day),
    isOff: true,
  }
  return visitorEmailParts(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs, describeStart(hostOf(data.meeting), data.meeting.place, 'moved')),
      callBlock(data.call, data, 'firm', callTimeWords.moved, [instead], placeRows(data)),
      calendarBlock(data),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

export function reassigned(data: DataOf<'call-reassigned'>): EmailParts {
  const words = callLetterWords.reassigned
  const zone = zoneFor(data)
  const host = hostOf(data.meeting)
  const isElsewhere = host === hostOf(data.before)
  return visitorEmailParts(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    isElsewhere ? words.headingElsewhere : byHost(host, words.heading),
    [
      ...paragraphs(words.paragraphs, describeStart(host, data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimeWords.reassigned, [previousPlaceRow(data.before)], placeRows(data)),
      calendarBlock(data),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

export function proposalDeclined(data: DataOf<'call-stands'>): EmailParts {
  const words = callLetterWords.stands
  const zone = zoneFor(data)
  const wish = momentIn(data.proposed, zone, data.visitor.hourCycle)
  const asked = {
    label: callTimeWords.askedFor,
    value: callTimeWords.until(wish.time, wish.day),
    isOff: true,
  }
  return visitorEmailParts(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      ...reasonBlock(data.reason),
      callBlock(data.call, data, 'firm', callTimeWords.firm, [asked], placeRows(data)),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

export function cancelled(data: DataOf<'call-cancelled'>): EmailParts {
  if (data.was === null) return requestCancelled(data)
  if (data.isOpenAgain) return reopened(data, data.was)
  const words = callLetterWords.cancelled
  const zone = zoneFor(data)
  return visitorEmailParts(
    data,
    words.subject(dayOf(data.was.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      ...reasonBlock(data.reason),
      callBlock(data.was, data, 'off', callTimeWords.off),
      ...paragraphs(words.after),
      button(words.button, urlBelow(data.siteUrl, '/')),
    ],
    [words.footnote],
  )
}

/** The email about a request that was cancelled before it was confirmed. */
function requestCancelled(data: DataOf<'call-cancelled'>): EmailParts {
  const words = callLetterWords.withdrawn
  const wish: TimeBlock = {
    type: 'time',
    tone: 'off',
    label: callTimeWords.withdrawn,
    ...momentIn(data.booking.preferred, zoneFor(data), data.visitor.hourCycle),
    ruler: null,
    rows: [],
  }
  return visitorEmailParts(
    data,
    words.subject,
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      ...reasonBlock(data.reason),
      wish,
      ...paragraphs(words.after),
      button(words.button, urlBelow(data.siteUrl, '/')),
    ],
    [words.footnote],
  )
}

/** An email about a cancelled call whose request stays open. */
function reopened(data: DataOf<'call-cancelled'>, was: Span): EmailParts {
  const words = callLetterWords.reopened
  const zone = zoneFor(data)
  return visitorEmailParts(
    data,
    words.subject(dayOf(was.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs, sentenceOf(data.booking.due, zone, data.visitor.hourCycle)),
      callBlock(was, data, 'off', callTimeWords.reopened),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

// Reminders state the time of the call, not the time left until the call, because nobody knows when an email is read.

export function reminderDay(data: DataOf<ScheduledLetterKind>): EmailParts {
  const words = callLetterWords.reminderDay
  const zone = zoneFor(data)
  return visitorEmailParts(
    data,
    words.subject(dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading,
    [
      ...paragraphs([describeStart(hostOf(data.meeting), data.meeting.place, 'reminded')]),
      callBlock(data.call, data, 'firm', callTimeWords.firm, [], placeRows(data)),
      steps(data.call),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

export function reminderHour(data: DataOf<ScheduledLetterKind>): EmailParts {
  const words = callLetterWords.reminderHour
  const zone = zoneFor(data)
  const time = timeOf(data.call.starts, zone, data.visitor.hourCycle)
  return visitorEmailParts(
    data,
    words.subject(time, dayOf(data.call.starts, zone, data.visitor.hourCycle, 'short')),
    words.heading(time),
    [
      ...paragraphs(words.paragraphs, describeStart(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimeWords.firm, [], placeRows(data)),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}
