import { calendarFaultWords } from '#content/calendar-faults.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { below } from './links.ts'
import { sentenceOf, zoneOf } from './moments.ts'
import type { LetterParts } from './parts.ts'
import { paragraph } from './team-blocks.ts'
import { oneLine } from './typed-text.ts'
import type { DataOf } from './types.ts'

const words = teamLetterWords.calendar

/** Reports to a host that their calendar could not be read for a day. */
export function calendarLetter({ calendar, deskZone, siteUrl }: DataOf<'team-calendar'>): LetterParts {
  const { name, place, fault, since } = calendar
  const { facts } = words
  return {
    subject: words.subject(oneLine(name, 60)),
    heading: words.heading,
    greeting: null,
    blocks: [
      paragraph(words.lede(sentenceOf(since, zoneOf(deskZone)))),
      paragraph(words.todo),
      { type: 'button', label: words.open, url: below(siteUrl, '/desk/hours'), below: null },
      {
        type: 'facts',
        rows: [
          { label: facts.name, value: oneLine(name) },
          { label: facts.place, value: oneLine(place) },
          { label: facts.why, value: fault === null ? facts.unknown : calendarFaultWords[fault] },
        ],
      },
    ],
    small: [words.small, words.signature],
  }
}
