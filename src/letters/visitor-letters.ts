import { callLetterWords, callTimes, greeting, visitorSmall } from '#content/call-letters.ts'
import { letterFrame } from '#content/letters.ts'
import { strategyCall } from '#content/strategy-call.ts'
import { calendarBlock } from './call-event.ts'
import { below } from './links.ts'
import { dayOf, momentIn, promiseRuler, rulerOf, sentenceOf, spanIn, timeOf, zoneOf } from './moments.ts'
import type { Block, LetterParts, Row, TimeBlock, Tone } from './parts.ts'
import { nameOf } from './typed-text.ts'
import type { DataOf, LetterData, Span } from './types.ts'

type VisitorData = Extract<LetterData, { kind: VisitorKind }>
type VisitorKind =
  | 'request-received'
  | 'call-confirmed'
  | 'call-moved'
  | 'call-cancelled'
  | 'reminder-day'
  | 'reminder-hour'
  | 'message-received'

const day = 86_400_000

const zoneFor = ({ visitor, deskZone }: VisitorData): string => zoneOf(visitor.timeZone, deskZone)

const paragraphs = (texts: readonly string[]): Block[] => texts.map((text) => ({ type: 'paragraph', text }))

const button = (label: string, url: string): Block => ({
  type: 'button',
  label,
  url,
  below: letterFrame.plainLink,
})

const place: Row = { label: callTimes.where, value: callTimes.place }

/** The call as a line of a timetable. */
function callBlock(
  call: Span,
  zone: string,
  tone: Tone,
  label: string,
  more: readonly Row[] = [],
): TimeBlock {
  const length: Row = {
    label: callTimes.length,
    value: callTimes.minutes(Math.round((call.ends - call.starts) / 60_000)),
  }
  const rows = tone === 'off' ? more : [...more, length, place]
  return { type: 'time', tone, label, ...spanIn(call, zone), ruler: rulerOf(call, zone), rows }
}

/** What happens in the call, as the site tells it. */
const steps = (title: string): Block => ({
  type: 'entries',
  title,
  note: null,
  entries: strategyCall.steps.map((step) => ({
    time: `${step.fromMinute}–${step.toMinute} min`,
    title: step.title,
    text: step.description,
  })),
})

/** Greets, says it, and signs: what all letters to visitors have around their own words. */
function toVisitor(
  data: VisitorData,
  subject: string,
  heading: string,
  blocks: Block[],
  small: string[],
): LetterParts {
  return {
    subject,
    heading,
    greeting: greeting(nameOf(data.visitor.name)),
    blocks,
    small: [...small, visitorSmall.signature(data.answersTo)],
  }
}

export function visitorLetter(data: VisitorData): LetterParts {
  switch (data.kind) {
    case 'request-received':
      return requestReceived(data)
    case 'call-confirmed':
      return confirmed(data)
    case 'call-moved':
      return moved(data)
    case 'call-cancelled':
      return data.isOpenAgain && data.was ? reopened(data, data.was) : cancelled(data)
    case 'reminder-day':
      return reminderDay(data)
    case 'reminder-hour':
      return reminderHour(data)
    case 'message-received':
      return messageReceived(data)
  }
}

function requestReceived(data: DataOf<'request-received'>): LetterParts {
  const words = callLetterWords.requestReceived
  const zone = zoneFor(data)
  const { preferred, received } = data.booking
  const wish = { starts: preferred, ends: preferred + data.minutes * 60_000 }
  return toVisitor(
    data,
    words.subject,
    words.heading,
    [
      ...paragraphs(words.paragraphs(sentenceOf(received + day, zone))),
      callBlock(wish, zone, 'asked', callTimes.asked),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

function confirmed(data: DataOf<'call-confirmed'>): LetterParts {
  const words = callLetterWords.confirmed
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      callBlock(data.call, zone, 'firm', callTimes.firm),
      calendarBlock(data),
      steps(words.stepsTitle),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

function moved(data: DataOf<'call-moved'>): LetterParts {
  const words = callLetterWords.moved
  const zone = zoneFor(data)
  const before = spanIn(data.was, zone)
  const instead = { label: callTimes.instead, value: callTimes.until(before.time, before.day), isOff: true }
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      callBlock(data.call, zone, 'firm', callTimes.moved, [instead]),
      calendarBlock(data),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

/** The time that was asked for, where none was ever confirmed. */
function cancelled(data: DataOf<'call-cancelled'>): LetterParts {
  const zone = zoneFor(data)
  const { preferred } = data.booking
  const askAgain = below(data.siteUrl, '/')
  if (data.was === null) {
    const words = callLetterWords.withdrawn
    const wish: TimeBlock = {
      type: 'time',
      tone: 'off',
      label: callTimes.withdrawn,
      ...momentIn(preferred, zone),
      ruler: null,
      rows: [],
    }
    return toVisitor(
      data,
      words.subject,
      words.heading,
      [...paragraphs(words.paragraphs), wish, ...paragraphs(words.after), button(words.button, askAgain)],
      [words.footnote],
    )
  }
  const words = callLetterWords.cancelled
  return toVisitor(
    data,
    words.subject(dayOf(data.was.starts, zone, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      callBlock(data.was, zone, 'off', callTimes.off),
      ...paragraphs(words.after),
      button(words.button, askAgain),
    ],
    [words.footnote],
  )
}

function reopened(data: DataOf<'call-cancelled'>, was: Span): LetterParts {
  const words = callLetterWords.reopened
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(was.starts, zone, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs(sentenceOf(data.now + day, zone))),
      callBlock(was, zone, 'off', callTimes.reopened),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

function reminderDay(data: DataOf<'reminder-day'>): LetterParts {
  const words = callLetterWords.reminderDay
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs),
      callBlock(data.call, zone, 'firm', callTimes.firm),
      steps(words.stepsTitle),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

function reminderHour(data: DataOf<'reminder-hour'>): LetterParts {
  const words = callLetterWords.reminderHour
  const zone = zoneFor(data)
  const time = timeOf(data.call.starts, zone)
  return toVisitor(
    data,
    words.subject(time, dayOf(data.call.starts, zone, 'short')),
    words.heading(time),
    [
      ...paragraphs(words.paragraphs),
      callBlock(data.call, zone, 'firm', callTimes.firm),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

function messageReceived(data: DataOf<'message-received'>): LetterParts {
  const words = callLetterWords.messageReceived
  const zone = zoneFor(data)
  const deadline = data.message.received + day
  const answer: TimeBlock = {
    type: 'time',
    tone: 'firm',
    label: callTimes.answer,
    ...momentIn(deadline, zone),
    ruler: promiseRuler(data.message.received, deadline, zone),
    rows: [],
  }
  return toVisitor(
    data,
    words.subject,
    words.heading,
    [...paragraphs(words.paragraphs(sentenceOf(deadline, zone))), answer, ...paragraphs(words.after)],
    [words.footnote],
  )
}
