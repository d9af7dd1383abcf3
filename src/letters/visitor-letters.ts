import { accountEmailFrame } from '#content/account-letters.ts'
import { receipt } from '#content/booking-receipt.ts'
import { brand } from '#content/brand.ts'
import {
  callLetterWords,
  callTimeWords,
  greetingFor,
  replyEmailWords,
  visitorEmailFooter,
} from '#content/call-letters.ts'
import { ownDataLetter as ownDataWords } from '#content/own-data.ts'
import { callSteps } from '#content/strategy-call.ts'
import { referenceOf } from '#shared/lib/display-text.ts'
import { formatDuration, type HourCycle } from '#shared/lib/local-time.ts'
import {
  answerTimeRuler,
  dayOf,
  lengthOf,
  minutesOf,
  momentIn,
  rulerOf,
  sentenceOf,
  spanIn,
  zoneOf,
} from './moments.ts'
import type { EmailBlock, EmailParts, EmailRow, TimeBlock, TimeTone } from './parts.ts'
import { requestPlaceRow } from './places.ts'
import { greetableName, linesOf, oneLine } from './typed-text.ts'
import type { DataOf, LetterData, Span } from './types.ts'

export function requestReceived(data: DataOf<'request-received'>): EmailParts {
  const words = callLetterWords.requestReceived
  const zone = zoneFor(data)
  const { preferred, answerBy } = data.booking
  const said = data.picked === null ? words.paragraphs : words[data.picked]
  const label = data.picked === 'held' ? callTimeWords.held : callTimeWords.asked
  const wish = { starts: preferred, ends: preferred + data.minutes * 60_000 }
  return visitorEmailParts(
    data,
    words.subject(referenceOf(data.booking.id)),
    words.heading,
    [
      ...paragraphs(said, sentenceOf(answerBy, zone, data.visitor.hourCycle)),
      callBlock(wish, data, 'asked', label, [], [requestPlaceRow(data.meeting)]),
      ...paragraphs(words.after),
      button(data.picked === 'available' ? words.holds : receipt.page.link, data.callLink),
    ],
    [data.picked === 'available' ? words.notTheirs : words.footnote, visitorEmailFooter.page],
  )
}

export function messageReceived(data: DataOf<'message-received'>): EmailParts {
  const words = callLetterWords.messageReceived
  const zone = zoneFor(data)
  const { received, answerBy: due } = data.message
  const answer: TimeBlock = {
    type: 'time',
    tone: 'firm',
    label: callTimeWords.answer,
    ...momentIn(due, zone, data.visitor.hourCycle),
    ruler: answerTimeRuler({ received, due }, due, zone, data.visitor.hourCycle),
    rows: [],
  }
  return visitorEmailParts(
    data,
    words.subject(referenceOf(data.message.id)),
    words.heading,
    [
      ...paragraphs(words.paragraphs, sentenceOf(due, zone, data.visitor.hourCycle)),
      answer,
      ...paragraphs(words.after),
    ],
    [words.footnote],
  )
}

export function timesOffered(data: DataOf<'times-offered'>): EmailParts {
  const words = callLetterWords.timesOffered
  const zone = zoneFor(data)
  const { hourCycle } = data.visitor
  return visitorEmailParts(
    data,
    words.subject,
    words.heading,
    [
      ...paragraphs(words.paragraphs, sentenceOf(data.until, zone, hourCycle)),
      timesBlock(data.times, zone, hourCycle),
      ...paragraphs([words.zone(momentIn(data.times[0]?.starts ?? data.until, zone).zone)]),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

export function timeTaken(data: DataOf<'time-taken'>): EmailParts {
  const words = callLetterWords.timeTaken
  const zone = zoneFor(data)
  const { hourCycle } = data.visitor
  const available = words.available[data.times.length === 1 ? 'one' : 'many']
  return visitorEmailParts(
    data,
    words.subject,
    words.heading,
    [
      ...paragraphs(words.paragraphs, sentenceOf(data.booking.due, zone, hourCycle)),
      callBlock(data.taken, data, 'off', callTimeWords.reopened),
      ...(data.times.length > 0 ? [...paragraphs(available), timesBlock(data.times, zone, hourCycle)] : []),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorEmailFooter.page],
  )
}

const timesBlock = (times: readonly Span[], zone: string, hourCycle: HourCycle | null): EmailBlock => ({
  type: 'facts',
  rows: times.map((one) => {
    const { time, day } = spanIn(one, zone, hourCycle)
    return { label: day, value: time }
  }),
})

/** A member's reason; empty if the member gave none. */
export const reasonBlock = (reason: string | null): EmailBlock[] =>
  reason === null ? [] : [{ type: 'quote', title: replyEmailWords.reason, lines: linesOf(reason) }]

/** A member's reply, signed, with the original message quoted below. Members write their own greetings. */
export function replyLetter(data: DataOf<'reply'>): EmailParts {
  const { about, author, answersTo, body, callLink } = data
  const received = about.what === 'booking' ? callLetterWords.requestReceived : callLetterWords.messageReceived
  const title = replyEmailWords.quoted(dayOf(about.asked, zoneFor(data), data.visitor.hourCycle))
  const quote: EmailBlock[] = about.words === null ? [] : [{ type: 'quote', title, lines: linesOf(about.words) }]
  return {
    subject: `Re: ${received.subject(referenceOf(about.id))}`,
    heading: replyEmailWords.heading[about.what],
    greeting: null,
    blocks: [
      ...linesOf(body)
        .join('\n')
        .split(/\n{2,}/)
        .map((text) => ({ type: 'paragraph', text: text.replaceAll('{link}', callLink), hasLinks: true }) as const),
      { type: 'paragraph', text: [author && oneLine(author, 60), brand.name].filter(Boolean).join('\n') },
      ...quote,
    ],
    small: [
      ...(body.includes('{link}') && about.what === 'booking' ? [visitorEmailFooter.page] : []),
      visitorEmailFooter.signature(answersTo),
    ],
  }
}

/** The link to the data stored about the reader's email address. The email itself contains no stored data. */
export const ownDataLetter = ({ link, expires, answersTo }: DataOf<'own-data'>): EmailParts => ({
  subject: ownDataWords.subject,
  heading: ownDataWords.heading,
  greeting: null,
  blocks: [
    ...paragraphs(ownDataWords.paragraphs),
    { type: 'button', label: ownDataWords.button, url: link, below: accountEmailFrame.plainLink },
  ],
  small: [ownDataWords.lasts(formatDuration(expires)), ownDataWords.footnote, visitorEmailFooter.signature(answersTo)],
})

type VisitorData = Exclude<LetterData, { kind: `team-${string}` | 'own-data' }>

export const zoneFor = ({ visitor, deskZone }: VisitorData): string => zoneOf(visitor.timeZone, deskZone)

type ParagraphText = string | ((value: string) => string)

/** Sentences among the texts receive the value. */
export const paragraphs = (texts: ParagraphText | readonly ParagraphText[], value = ''): EmailBlock[] =>
  [texts].flat().map((text) => ({ type: 'paragraph', text: typeof text === 'string' ? text : text(value) }))

export const button = (label: string, url: string): EmailBlock => ({
  type: 'button',
  label,
  url,
  below: accountEmailFrame.plainLink,
})

/** The call as a line of a timetable. The rows below show the call's length and meeting place. */
export function callBlock(
  call: Span,
  data: VisitorData,
  tone: TimeTone,
  label: string,
  more: readonly EmailRow[] = [],
  place: readonly EmailRow[] = [],
): TimeBlock {
  const zone = zoneFor(data)
  const { hourCycle } = data.visitor
  const length: EmailRow = { label: callTimeWords.length, value: lengthOf(call) }
  const rows = tone === 'off' ? more : [...more, length, ...place]
  return {
    type: 'time',
    tone,
    label,
    ...spanIn(call, zone, hourCycle),
    ruler: rulerOf(call, zone, hourCycle),
    rows,
  }
}

/** The steps of the call, with times in proportion to the length of the call. */
export function steps(call: Span): EmailBlock {
  const usual = callSteps.steps.at(-1)?.toMinute ?? 1
  const minute = (of: number) => Math.round((of / usual) * minutesOf(call))
  return {
    type: 'entries',
    title: callSteps.titleOf(lengthOf(call)),
    note: null,
    entries: callSteps.steps.map((step) => ({
      time: callTimeWords.range(minute(step.fromMinute), minute(step.toMinute)),
      title: step.title,
      text: step.description,
    })),
  }
}

/** Adds the greeting and the signature that all emails to visitors have. */
export function visitorEmailParts(
  data: VisitorData,
  subject: string,
  heading: string,
  blocks: EmailBlock[],
  small: string[],
): EmailParts {
  return {
    subject,
    heading,
    greeting: greetingFor(greetableName(data.visitor.name)),
    blocks,
    small: [...small, visitorEmailFooter.signature(data.answersTo)],
  }
}
