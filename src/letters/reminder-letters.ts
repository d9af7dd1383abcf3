import { callLetterWords, callTimes, visitorSmall } from '#content/call-letters.ts'
import { dayOf, timeOf } from './moments.ts'
import type { LetterParts } from './parts.ts'
import type { DataOf } from './types.ts'
import { button, callBlock, paragraphs, steps, toVisitor, zoneFor } from './visitor-blocks.ts'

// They say when, never how long from now: nobody knows when a letter is read.

export function reminderDay(data: DataOf<'reminder-day'>): LetterParts {
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

export function reminderHour(data: DataOf<'reminder-hour'>): LetterParts {
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
