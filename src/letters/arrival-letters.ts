import { callLetterWords, callTimes, visitorSmall } from '#content/call-letters.ts'
import { referenceOf } from '#shared/lib/reference.ts'
import { momentIn, promise, promiseRuler, sentenceOf, spanIn } from './moments.ts'
import type { LetterParts, TimeBlock } from './parts.ts'
import { placeToCome } from './places.ts'
import type { DataOf } from './types.ts'
import { button, callBlock, paragraphs, toVisitor, zoneFor } from './visitor-blocks.ts'

export function requestReceived(data: DataOf<'request-received'>): LetterParts {
  const words = callLetterWords.requestReceived
  const zone = zoneFor(data)
  const { preferred, received } = data.booking
  const say = data.picked === null ? words.paragraphs : words[data.picked]
  const wish = { starts: preferred, ends: preferred + data.minutes * 60_000 }
  return toVisitor(
    data,
    words.subject(referenceOf(data.booking.id)),
    words.heading,
    [
      ...paragraphs(say(sentenceOf(received + promise, zone, data.visitor.hourCycle))),
      callBlock(
        wish,
        data,
        'asked',
        data.picked === 'held' ? callTimes.held : callTimes.asked,
        [],
        [placeToCome(data.meeting)],
      ),
      ...paragraphs(words.after),
      button(data.picked === 'unproven' ? words.holds : words.button, data.callLink),
    ],
    [data.picked === 'unproven' ? words.notTheirs : words.footnote, visitorSmall.page],
  )
}

export function messageReceived(data: DataOf<'message-received'>): LetterParts {
  const words = callLetterWords.messageReceived
  const zone = zoneFor(data)
  const deadline = data.message.received + promise
  const answer: TimeBlock = {
    type: 'time',
    tone: 'firm',
    label: callTimes.answer,
    ...momentIn(deadline, zone, data.visitor.hourCycle),
    ruler: promiseRuler(data.message.received, deadline, zone, data.visitor.hourCycle),
    rows: [],
  }
  return toVisitor(
    data,
    words.subject(referenceOf(data.message.id)),
    words.heading,
    [
      ...paragraphs(words.paragraphs(sentenceOf(deadline, zone, data.visitor.hourCycle))),
      answer,
      ...paragraphs(words.after),
    ],
    [words.footnote],
  )
}

export function timesOffered(data: DataOf<'times-offered'>): LetterParts {
  const words = callLetterWords.timesOffered
  const zone = zoneFor(data)
  const { hourCycle } = data.visitor
  return toVisitor(
    data,
    words.subject,
    words.heading,
    [
      ...paragraphs(words.paragraphs(sentenceOf(data.until, zone, hourCycle))),
      {
        type: 'facts',
        rows: data.times.map((one) => {
          const { time, day } = spanIn(one, zone, hourCycle)
          return { label: day, value: time }
        }),
      },
      ...paragraphs([words.zone(momentIn(data.times[0]?.starts ?? data.until, zone).zone)]),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}
