import { bookingAnswers } from '#content/booking-answers.ts'
import { callTimeWords } from '#content/call-letters.ts'
import { inquiryTypeLabels } from '#content/contact.ts'
import { teamLetterWords as words } from '#content/team-letters.ts'
import { plural } from '#content/tree.ts'
import { formatDuration } from '#shared/lib/local-time.ts'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import {
  answerTimeRuler,
  dayOf,
  type FormattedTime,
  minutesOf,
  momentIn,
  rulerOf,
  sentenceOf,
  spanIn,
  timeOf,
  zoneOf,
} from './moments.ts'
import type { EmailBlock, EmailParts, EmailRow, TimeBlock, TimeTone } from './parts.ts'
import { previousPlaceRow, teamPlaceRows } from './places.ts'
import { deskLink, dialLink, linesOf, mailLink, oneLine, urlBelow } from './typed-text.ts'
import type { BookingFacts, DataOf, MessageFacts, Span, TeamEmailData } from './types.ts'

export function teamLetter(data: TeamData): EmailParts {
  const { times } = words
  switch (data.kind) {
    case 'team-booking': {
      const deadline = sentenceOf(data.booking.answerBy, zoneOf(data.deskZone))
      const picked = data.picked ?? 'asked'
      const time = timeBlock(data, requestedSpan(data.booking, data.minutes), 'asked', times[picked])
      return aboutBooking(data, words.booking, words.booking.lede[picked](deadline), time)
    }
    case 'team-call-confirmed':
      return aboutBooking(
        data,
        words.confirmed,
        data.isFirst ? words.confirmed.ledeAtOnce : words.confirmed.lede,
        timeBlock(data, data.call, 'firm', times.firm, teamPlaceRows(data)),
      )
    case 'team-call-moved': {
      const before = spanIn(data.was, zoneOf(data.deskZone))
      const instead = { label: callTimeWords.instead, value: `${before.time}, ${before.day}`, isOff: true }
      const time = timeBlock(data, data.call, 'firm', times.moved, [instead, ...teamPlaceRows(data)])
      return aboutBooking(data, words.moved, words.moved.lede, time)
    }
    case 'team-call-reassigned': {
      const rows = [previousPlaceRow(data.before), ...teamPlaceRows(data)]
      const time = timeBlock(data, data.call, 'firm', times.reassigned, rows)
      return aboutBooking(data, words.reassigned, words.reassigned.lede, time)
    }
    case 'team-call-cancelled': {
      const isGiven = data.why === 'given-away'
      const time = timeBlock(data, data.was, 'off', isGiven ? times.givenAway : times.off)
      const letter = isGiven ? words.givenAway : words.cancelled
      return aboutBooking(data, letter, words.cancelled.lede[data.why], time)
    }
    case 'team-proposal':
      return proposal(data)
    case 'team-message':
      return newMessage(data)
    case 'team-risk':
      return risk(data)
    case 'team-mention':
      return mention(data)
  }
}

function proposal(data: DataOf<'team-proposal'>): EmailParts {
  const { times, proposal: letter } = words
  const here = zoneOf(data.deskZone)
  const minutes = data.call ? minutesOf(data.call) : data.minutes
  const wish = { starts: data.proposed, ends: data.proposed + minutes * 60_000 }
  const stands = data.call && spanIn(data.call, here)
  const row = { label: times.stands, value: stands ? `${stands.time}, ${stands.day}` : times.notYet }
  const time = timeBlock(data, wish, 'asked', times.proposed, [row])
  return aboutBooking(data, letter, data.call ? letter.lede : letter.ledeOpen, time)
}

function newMessage(data: DataOf<'team-message'>): EmailParts {
  const { facts, newMessage: letter } = words
  const { message, visitor } = data
  const here = zoneOf(data.deskZone)
  return {
    subject: letter.subject(visitorLabel(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(letter.lede(sentenceOf(message.answerBy, here))),
      quote(message.message),
      deskButton(data, 'message', message.id),
      { type: 'facts', rows: messageRows(data, message) },
    ],
    small: [words.answer, words.signature],
  }
  function messageRows(of: TeamData, { inquiry, received, id }: MessageFacts): EmailRow[] {
    return [
      ...visitorRows(of),
      { label: facts.inquiry, value: labelOf(inquiryTypeLabels, inquiry) },
      { label: facts.zone, value: visitor.timeZone === null ? facts.noZone : oneLine(visitor.timeZone, 64) },
      { label: facts.received, value: receivedOf(received, here) },
      { label: facts.reference, value: id },
    ]
  }
}

function risk(data: DataOf<'team-risk'>): EmailParts {
  const here = zoneOf(data.deskZone)
  const { received, due: deadline } = data
  const { facts, risk: letter, times } = words
  return {
    subject: letter.subject(timeOf(deadline, here), visitorLabel(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(letter.lede[data.about.what](formatDuration((deadline - received) / 1000), sentenceOf(deadline, here))),
      {
        type: 'time',
        tone: 'firm',
        label: times.deadline,
        ...momentIn(deadline, here),
        ruler: answerTimeRuler(data, data.now, here),
        rows: [],
      },
      deskButton(data, data.about.what, data.about.id),
      {
        type: 'facts',
        rows: [...visitorRows(data), { label: facts.received, value: receivedOf(received, here) }],
      },
    ],
    small: [words.answer, words.signature],
  }
}

function mention(data: DataOf<'team-mention'>): EmailParts {
  const { mention: letter } = words
  const author = oneLine(data.author || letter.somebody, 40)
  return {
    subject: letter.subject(author, visitorLabel(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(letter.lede(author)),
      { type: 'quote', title: letter.note, lines: linesOf(data.note) },
      deskButton(data, data.about.what, data.about.id),
      { type: 'facts', rows: visitorRows(data) },
    ],
    small: [],
  }
}

/** Lists at most twenty assignments. */
export function assignedLetter({ items, deskZone, siteUrl }: DataOf<'team-assigned'>): EmailParts {
  const { assigned, mention, digest, signature } = words
  const entries = items.slice(0, 20).map(({ kind, what, id, who, company, at, by }) => {
    const subject = what === 'message' ? 'message' : 'booking'
    const text = assigned.kinds[kind === 'step' ? kind : subject](oneLine(who, 60), oneLine(by || mention.somebody, 40))
    const url = deskLink(siteUrl, subject, id)
    return { title: oneLine(company || who, 60), text, url, time: timeOf(at, zoneOf(deskZone)) }
  })
  const more = items.length - entries.length
  const note = more > 0 ? digest.more(more) : null
  return {
    subject: plural(items.length, assigned.subject, entries[0]?.title ?? ''),
    heading: assigned.heading,
    greeting: null,
    blocks: [
      { type: 'entries', title: assigned.lede, entries, note },
      { type: 'button', label: assigned.open, url: urlBelow(siteUrl, '/desk/mine'), below: null },
    ],
    small: [assigned.small, signature],
  }
}

type TeamData = Extract<TeamEmailData, { visitor: unknown }>
type BookingData = Extract<TeamData, { booking: unknown }>

/** The visitor's company or name, short enough for a subject line. */
const visitorLabel = ({ visitor }: TeamData): string => oneLine(visitor.company || visitor.name, 60)

export const paragraph = (text: string): EmailBlock => ({ type: 'paragraph', text })

const deskButton = (data: TeamData, what: 'booking' | 'message', id: string): EmailBlock => ({
  type: 'button',
  label: words.open,
  url: deskLink(data.siteUrl, what, id),
  below: null,
})

const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(labels, value) ? (labels[value] ?? '') : oneLine(value)

/** The time in both zones: the team's in large type, the visitor's in a row. */
function timeBlock(
  data: TeamData,
  span: Span,
  tone: TimeTone,
  label: string,
  more: readonly EmailRow[] = [],
): TimeBlock {
  const here = zoneOf(data.deskZone)
  const ours = spanIn(span, here)
  return {
    type: 'time',
    tone,
    label,
    ...ours,
    ruler: rulerOf(span, here),
    rows: [...more, ...visitorTimeRows(data.visitor.timeZone, span, ours)],
  }
}

/** Empty if the visitor's zone is unknown. */
function visitorTimeRows(zone: string | null, span: Span, ours: FormattedTime): EmailRow[] {
  if (zone === null || !isTimeZone(zone)) return []
  const theirs = spanIn(span, zone)
  const day = theirs.day === ours.day ? [] : [theirs.day]
  const isTheSame = theirs.zone === ours.zone
  const value = isTheSame ? words.times.theirsTheSame : [theirs.time, ...day, theirs.zone].join(', ')
  return [{ label: words.times.theirs, value }]
}

const receivedOf = (at: number, zone: string): string => `${timeOf(at, zone)}, ${dayOf(at, zone)}`

const requestedSpan = ({ preferred }: BookingFacts, minutes: number): Span => ({
  starts: preferred,
  ends: preferred + minutes * 60_000,
})

function visitorRows({ visitor }: TeamData): EmailRow[] {
  const { facts } = words
  return [
    { label: facts.name, value: oneLine(visitor.name) },
    { label: facts.company, value: oneLine(visitor.company) },
    ...(visitor.email
      ? [{ label: facts.email, value: oneLine(visitor.email, 254), url: mailLink(visitor.email) }]
      : []),
  ]
}

function bookingRows(data: BookingData): EmailRow[] {
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

/** The visitor's answers in the order of the form. */
const answerRows = ({ answers }: BookingFacts): EmailRow[] =>
  bookingAnswers.flatMap(({ name, label, words: labels }) => {
    const told = answers[name]
    return told ? [{ label, value: labelOf(labels, told) }] : []
  })

const quote = (text: string | null): EmailBlock =>
  text === null || text.trim() === ''
    ? paragraph(words.noMessage)
    : { type: 'quote', title: words.message, lines: linesOf(text) }

/** An email about a booking, with all facts about the booking at the end. */
function aboutBooking(
  data: BookingData,
  letter: { subject: (who: string) => string; heading: string },
  lede: string,
  time: TimeBlock,
): EmailParts {
  return {
    subject: letter.subject(visitorLabel(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(lede),
      time,
      deskButton(data, 'booking', data.booking.id),
      { type: 'facts', rows: bookingRows(data) },
      quote(data.booking.message),
    ],
    small: [words.answer, words.signature],
  }
}
