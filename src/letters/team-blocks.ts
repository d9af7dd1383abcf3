import { bookingAnswers } from '#content/booking-answers.ts'
import { teamLetterWords as words } from '#content/team-letters.ts'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { deskLink, dialLink, mailLink } from './links.ts'
import { dayOf, rulerOf, type Shown, spanIn, timeOf, zoneOf } from './moments.ts'
import type { Block, LetterParts, Row, TimeBlock, Tone } from './parts.ts'
import { linesOf, oneLine } from './typed-text.ts'
import type { BookingFacts, LetterData, Span } from './types.ts'

type ForTeam = Extract<LetterData, { kind: `team-${string}` }>

export type TeamData = Extract<ForTeam, { visitor: unknown }>
type BookingData = Extract<TeamData, { booking: unknown }>

export const isForTeam = (data: LetterData): data is ForTeam => data.kind.startsWith('team-')

/** The visitor's company or name as one line that fits a list of mails. */
export const whoOf = ({ visitor }: TeamData): string => oneLine(visitor.company || visitor.name, 60)

export const paragraph = (text: string): Block => ({ type: 'paragraph', text })

export const openBlock = (data: TeamData, what: 'booking' | 'message', id: string): Block => ({
  type: 'button',
  label: words.open,
  url: deskLink(data.siteUrl, what, id),
  below: null,
})

export const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(labels, value) ? (labels[value] ?? '') : oneLine(value)

/** The time by both clocks: the team's in big figures, the visitor's in a row. */
export function timeBlock(
  data: TeamData,
  span: Span,
  tone: Tone,
  label: string,
  more: readonly Row[] = [],
): TimeBlock {
  const here = zoneOf(data.deskZone)
  const ours = spanIn(span, here)
  return {
    type: 'time',
    tone,
    label,
    ...ours,
    ruler: rulerOf(span, here),
    rows: [...more, ...theirClock(data.visitor.timeZone, span, ours)],
  }
}

/** Empty if the visitor's zone is unknown. */
function theirClock(zone: string | null, span: Span, ours: Shown): Row[] {
  if (zone === null || !isTimeZone(zone)) return []
  const theirs = spanIn(span, zone)
  const day = theirs.day === ours.day ? [] : [theirs.day]
  const isTheSame = theirs.zone === ours.zone
  const value = isTheSame ? words.times.theirsTheSame : [theirs.time, ...day, theirs.zone].join(', ')
  return [{ label: words.times.theirs, value }]
}

export const receivedOf = (at: number, zone: string): string => `${timeOf(at, zone)}, ${dayOf(at, zone)}`

export const wishOf = ({ preferred }: BookingFacts, minutes: number): Span => ({
  starts: preferred,
  ends: preferred + minutes * 60_000,
})

export function visitorRows({ visitor }: TeamData): Row[] {
  const { facts } = words
  return [
    { label: facts.name, value: oneLine(visitor.name) },
    { label: facts.company, value: oneLine(visitor.company) },
    ...(visitor.email
      ? [{ label: facts.email, value: oneLine(visitor.email, 254), url: mailLink(visitor.email) }]
      : []),
  ]
}

function bookingRows(data: BookingData): Row[] {
  const { facts } = words
  const { booking, visitor } = data
  const phone = oneLine(booking.phone, 60)
  return [
    ...visitorRows(data),
    ...(phone ? [{ label: facts.phone, value: phone, url: dialLink(booking.phone) }] : []),
    ...answerRows(booking),
    { label: facts.zone, value: visitor.timeZone === null ? facts.noZone : oneLine(visitor.timeZone, 64) },
    { label: facts.received, value: receivedOf(booking.received, zoneOf(data.deskZone)) },
    { label: facts.reference, value: booking.id },
  ]
}

/** Each answer that the visitor gave, in the order of the form. */
const answerRows = ({ answers }: BookingFacts): Row[] =>
  bookingAnswers.flatMap(({ name, label, words: labels }) => {
    const told = answers[name]
    return told ? [{ label, value: labelOf(labels, told) }] : []
  })

export const quote = (text: string | null): Block =>
  text === null || text.trim() === ''
    ? paragraph(words.noMessage)
    : { type: 'quote', title: words.message, lines: linesOf(text) }

/** With all facts of the booking below. */
export function aboutBooking(
  data: BookingData,
  letter: { subject: (who: string) => string; heading: string },
  lede: string,
  time: TimeBlock,
): LetterParts {
  return {
    subject: letter.subject(whoOf(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(lede),
      time,
      openBlock(data, 'booking', data.booking.id),
      { type: 'facts', rows: bookingRows(data) },
      quote(data.booking.message),
    ],
    small: [words.answer, words.signature],
  }
}
