import { callTimes } from '#content/call-letters.ts'
import { inquiryTypeLabels } from '#content/contact.ts'
import { teamLetterWords as words } from '#content/team-letters.ts'
import { momentIn, promise, promiseRuler, sentenceOf, spanIn, timeOf, zoneOf } from './moments.ts'
import type { LetterParts, Row } from './parts.ts'
import { placeBefore, teamPlaceRows } from './places.ts'
import {
  aboutBooking,
  labelOf,
  openBlock,
  paragraph,
  quote,
  receivedOf,
  type TeamData,
  timeBlock,
  visitorRows,
  whoOf,
  wishOf,
} from './team-blocks.ts'
import { linesOf, oneLine } from './typed-text.ts'
import type { DataOf, MessageFacts } from './types.ts'

export function teamLetter(data: TeamData): LetterParts {
  const { times } = words
  switch (data.kind) {
    case 'team-booking': {
      const deadline = sentenceOf(data.booking.received + promise, zoneOf(data.deskZone))
      const picked = data.picked ?? 'asked'
      const time = timeBlock(data, wishOf(data.booking, data.minutes), 'asked', times[picked])
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
      const instead = { label: callTimes.instead, value: `${before.time}, ${before.day}`, isOff: true }
      const time = timeBlock(data, data.call, 'firm', times.moved, [instead, ...teamPlaceRows(data)])
      return aboutBooking(data, words.moved, words.moved.lede, time)
    }
    case 'team-call-passed': {
      const rows = [placeBefore(data.before), ...teamPlaceRows(data)]
      const time = timeBlock(data, data.call, 'firm', times.passed, rows)
      return aboutBooking(data, words.passed, words.passed.lede, time)
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
      paragraph(letter.lede(sentenceOf(message.received + promise, here))),
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
  const deadline = data.received + promise
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

function mention(data: DataOf<'team-mention'>): LetterParts {
  const { mention: letter } = words
  const author = oneLine(data.author || letter.somebody, 40)
  return {
    subject: letter.subject(author, whoOf(data)),
    heading: letter.heading,
    greeting: null,
    blocks: [
      paragraph(letter.lede(author)),
      { type: 'quote', title: letter.note, lines: linesOf(data.note) },
      openBlock(data, data.about.what, data.about.id),
      { type: 'facts', rows: visitorRows(data) },
    ],
    small: [],
  }
}
