import { callLetterWords, callTimes, visitorSmall } from '#content/call-letters.ts'
import type { TimedLetter } from '#shared/contract/outbox.ts'
import { dayOf, timeOf } from './moments.ts'
import type { LetterParts } from './parts.ts'
import { hostOf, placeRows } from './places.ts'
import type { DataOf } from './types.ts'
import { button, callBlock, paragraphs, steps, toVisitor, zoneFor } from './visitor-blocks.ts'

/** A letter that is due by the time of a call; its sample is written `hoursBefore` the call. */
interface Timed {
  write: (data: DataOf<TimedLetter>) => LetterParts
  hoursBefore: number
}

// These letters name the time of the call and never the time left: nobody knows when a letter is read.

function reminderDay(data: DataOf<TimedLetter>): LetterParts {
  const words = callLetterWords.reminderDay
  const zone = zoneFor(data)
  return toVisitor(
    data,
    words.subject(dayOf(data.call.starts, zone, 'short')),
    words.heading,
    [
      ...paragraphs(words.paragraphs(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimes.firm, [], placeRows(data)),
      steps(words.stepsTitle),
      ...paragraphs(words.after),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

function reminderHour(data: DataOf<TimedLetter>): LetterParts {
  const words = callLetterWords.reminderHour
  const zone = zoneFor(data)
  const time = timeOf(data.call.starts, zone, data.visitor.hourCycle)
  return toVisitor(
    data,
    words.subject(time, dayOf(data.call.starts, zone, 'short')),
    words.heading(time),
    [
      ...paragraphs(words.paragraphs(hostOf(data.meeting), data.meeting.place)),
      callBlock(data.call, data, 'firm', callTimes.firm, [], placeRows(data)),
      button(words.button, data.callLink),
    ],
    [words.footnote, visitorSmall.page],
  )
}

export const timedLetters: Readonly<Record<TimedLetter, Timed>> = {
  'reminder-day': { write: reminderDay, hoursBefore: 24 },
  'reminder-hour': { write: reminderHour, hoursBefore: 1 },
}
