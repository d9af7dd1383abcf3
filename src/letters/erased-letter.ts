import { teamLetterWords as words } from '#content/team-letters.ts'
import { dayOf, rulerOf, spanIn, timeOf, zoneOf } from './moments.ts'
import type { LetterParts } from './parts.ts'
import { paragraph } from './team-blocks.ts'
import type { DataOf } from './types.ts'

/** A call is cancelled because its visitor was erased: the letter has the time and nothing about the visitor. */
export function erasedLetter({ was, deskZone }: DataOf<'team-call-erased'>): LetterParts {
  const here = zoneOf(deskZone)
  return {
    subject: words.erased.subject(`${dayOf(was.starts, here, 'short')}, ${timeOf(was.starts, here)}`),
    heading: words.erased.heading,
    greeting: null,
    blocks: [
      paragraph(words.erased.lede),
      {
        type: 'time',
        tone: 'off',
        label: words.times.off,
        ...spanIn(was, here),
        ruler: rulerOf(was, here),
        rows: [],
      },
    ],
    small: [words.signature],
  }
}
