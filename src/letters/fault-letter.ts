import { faultName, faultPlace } from '#content/page-faults.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { below } from './links.ts'
import { timeOf, zoneOf } from './moments.ts'
import type { LetterParts } from './parts.ts'
import { paragraph } from './team-blocks.ts'
import { oneLine } from './typed-text.ts'
import type { DataOf } from './types.ts'

const words = teamLetterWords.fault

export function faultLetter({ fault, deskZone, siteUrl }: DataOf<'team-fault'>): LetterParts {
  const { facts } = words
  const { code, place, cause, release, visits, of, usual, since } = fault
  const row = (label: string, value: string) => ({ label, value: oneLine(value) || facts.unknown })
  return {
    subject: words.subject(visits),
    heading: words.heading,
    greeting: null,
    blocks: [
      paragraph(words.lede(visits, of, timeOf(since, zoneOf(deskZone)))),
      paragraph(words.todo),
      { type: 'button', label: words.open, url: below(siteUrl, '/desk/insights'), below: null },
      {
        type: 'facts',
        rows: [
          row(facts.what, faultName(code)),
          row(facts.place, faultPlace(place)),
          row(facts.cause, cause),
          row(facts.release, release),
          row(facts.usual, words.usual(usual)),
        ],
      },
    ],
    small: [words.small, teamLetterWords.signature],
  }
}
