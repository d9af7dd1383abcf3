import { challengeLabels, teamSizeLabels } from '#content/booking.ts'
import { callTimes } from '#content/call-letters.ts'
import { inquiryTypeLabels } from '#content/contact.ts'
import { teamLetterWords as words } from '#content/team-letters.ts'
import { deskLink, dialLink, mailLink } from './links.ts'
import { dayOf, momentIn, promiseRuler, rulerOf, sentenceOf, spanIn, timeOf, zoneOf } from './moments.ts'
import type { Block, LetterParts, Row, TimeBlock, Tone } from './parts.ts'
import { linesOf, oneLine } from './typed-text.ts'
import type { BookingFacts, DataOf, LetterData, MessageFacts, Span } from './types.ts'

type TeamData = Exclude<Extract<LetterData, { kind: `team-${string}` }>, { kind: 'team-digest' }>

export const isForTeam = (data: LetterData): data is TeamData | DataOf<'team-digest'> =>
  data.kind.startsWith('team-')

const day = 86_400_000

/** Names what it is about, in the words of whoever sent it: one line that fits a list of mails. */
const whoOf = ({ visitor }: TeamData): string => oneLine(visitor.company || visitor.name, 60)

const paragraph = (text: string): Block => ({ type: 'paragraph', text })

const openBlock = (data: TeamData, what: 'booking' | 'message', id: string): Block => ({
  type: 'button',
  label: words.open,
  url: deskLink(data.siteUrl, what, id),
  below: null,
})

const labelOf = (labels: Readonly<Record<string, string>>, value: string): string =>
  Object.hasOwn(labels, value) ? (labels[value] ?? '') : oneLine(value)

/** Both clocks: ours in big figures, theirs in a row. */
function timeBlock(
  data: TeamData,
  span: Span,
  tone: Tone,
  label: string,
  more: readonly Row[] = [],
): TimeBlock {
  const here = zoneOf(data.deskZone)
  const there = zoneOf(data.visitor.timeZone, here)
  const theirs = spanIn(span, there)
  const isTheSame = theirs.zone === spanIn(span, here).zone
  const clock: Row = {
    label: words.times.theirs,
    value: isTheSame ? words.times.theirsTheSame : `${theirs.time}, ${theirs.day}, ${theirs.zone}`,
  }
  return {
    type: 'time',
    tone,
    label,
    ...spanIn(span, here),
    ruler: rulerOf(span, here),
    rows: data.visitor.timeZone === null ? more : [...more, clock],
  }
}

const receivedOf = (at: number, zone: string): string => `${timeOf(at, zone)}, ${dayOf(at, zone)}`

const wishOf = ({ preferred }: BookingFacts, minutes: number): Span => ({
  starts: preferred,
  ends: preferred + minutes * 60_000,
})

function visitorRows({ visitor }: TeamData): Row[] {
  const { facts } = words
  return [
    { label: facts.name, value: oneLine(visitor.name) },
    { label: facts.company, value: oneLine(visitor.company) },
    { label: facts.email, value: oneLine(visitor.email, 254), url: mailLink(visitor.email) },
  ]
}

function bookingRows(data: Exclude<TeamData, { kind: 'team-message' | 'team-risk' }>): Row[] {
  const { facts } = words
  const { booking, visitor } = data
  const phone = oneLine(booking.phone, 60)
  return [
    ...visitorRows(data),
    { label: facts.phone, value: phone, url: dialLink(booking.phone) },
    { label: facts.challenge, value: labelOf(challengeLabels, booking.challenge) },
    { label: facts.teamSize, value: labelOf(teamSizeLabels, booking.teamSize) },
    { label: facts.zone, value: visitor.timeZone === null ? facts.noZone : oneLine(visitor.timeZone, 64) },
    { label: facts.received, value: receivedOf(booking.received, zoneOf(data.deskZone)) },
    { label: facts.reference, value: booking.id },
  ]
}

const quote = (text: string | null): Block =>
  text === null || text.trim() === ''
    ? paragraph(words.noMessage)
    : { type: 'quote', title: words.message, lines: linesOf(text) }

/** With everything known of a booking below. */
function aboutBooking(
  data: Exclude<TeamData, { kind: 'team-message' | 'team-risk' }>,
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

export function teamLetter(data: TeamData): LetterParts {
  const { times } = words
  switch (data.kind) {
    case 'team-booking': {
      const deadline = sentenceOf(data.booking.received + day, zoneOf(data.deskZone))
      const time = timeBlock(data, wishOf(data.booking, data.minutes), 'asked', times.asked)
      return aboutBooking(data, words.booking, words.booking.lede(deadline), time)
    }
    case 'team-call-confirmed':
      return aboutBooking(
        data,
        words.confirmed,
        words.confirmed.lede,
        timeBlock(data, data.call, 'firm', times.firm),
      )
    case 'team-call-moved': {
      const before = spanIn(data.was, zoneOf(data.deskZone))
      const instead = { label: callTimes.instead, value: `${before.time}, ${before.day}`, isOff: true }
      const time = timeBlock(data, data.call, 'firm', times.moved, [instead])
      return aboutBooking(data, words.moved, words.moved.lede, time)
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
  }
}

function proposal(data: DataOf<'team-proposal'>): LetterParts {
  const { times, proposal: letter } = words
  const here = zoneOf(data.deskZone)
  const length = data.call ? data.call.ends - data.call.starts : 30 * 60_000
  const wish = { starts: data.proposed, ends: data.proposed + length }
  const stands = data.call && spanIn(data.call, here)
  const row = { label: times.stands, value: stands ? `${stands.time}, ${stands.day}` : times.notYet }
  const time = timeBlock(data, wish, 'asked', times.proposed, [row])
  return aboutBooking(data, letter, data.call ? letter.lede : letter.ledeOpen, time)
}

function newMessage(data: DataOf<'team-message'>): LetterParts {
  const { facts, newMessage: letter } = words
  const { message, visitor } = data
  const here = zoneOf(data.deskZone)
  return {
    subject: letter.subject(whoOf(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(letter.lede(sentenceOf(message.received + day, here))),
      quote(message.message),
      openBlock(data, 'message', message.id),
      { type: 'facts', rows: messageRows(data, message) },
    ],
    small: [words.answer, words.signature],
  }
  function messageRows(of: TeamData, { inquiry, received, id }: MessageFacts): Row[] {
    return [
      ...visitorRows(of),
      { label: facts.inquiry, value: labelOf(inquiryTypeLabels, inquiry) },
      { label: facts.zone, value: visitor.timeZone === null ? facts.noZone : oneLine(visitor.timeZone, 64) },
      { label: facts.received, value: receivedOf(received, here) },
      { label: facts.reference, value: id },
    ]
  }
}

function risk(data: DataOf<'team-risk'>): LetterParts {
  const here = zoneOf(data.deskZone)
  const deadline = data.received + day
  const { facts, risk: letter, times } = words
  return {
    subject: letter.subject(timeOf(deadline, here), whoOf(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(letter.lede[data.about.what](sentenceOf(deadline, here))),
      {
        type: 'time',
        tone: 'firm',
        label: times.deadline,
        ...momentIn(deadline, here),
        ruler: promiseRuler(data.received, data.now, here),
        rows: [],
      },
      openBlock(data, data.about.what, data.about.id),
      {
        type: 'facts',
        rows: [...visitorRows(data), { label: facts.received, value: receivedOf(data.received, here) }],
      },
    ],
    small: [words.answer, words.signature],
  }
}
