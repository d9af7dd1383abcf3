import { backupWords } from '#content/backup-words.ts'
import { teamLetterWords } from '#content/team-letters.ts'
import { below } from './links.ts'
import { dayOf, timeOf, zoneOf } from './moments.ts'
import type { LetterParts } from './parts.ts'
import { paragraph } from './team-blocks.ts'
import type { DataOf } from './types.ts'

const words = teamLetterWords.backup

export function backupLetter({ backup, deskZone, siteUrl }: DataOf<'team-backup'>): LetterParts {
  const { made, everyHours, failure } = backup
  const zone = zoneOf(deskZone)
  const last = made === null ? words.never : `${dayOf(made, zone)}, ${timeOf(made, zone)}`
  const cause = failure && backupWords.failures[failure]
  return {
    subject: words.subject,
    heading: words.heading,
    greeting: null,
    blocks: [
      paragraph(backupWords.late),
      paragraph(cause ? `${cause.says} ${cause.mend}` : backupWords.mendLate),
      { type: 'button', label: words.open, url: below(siteUrl, '/desk/settings'), below: null },
      {
        type: 'facts',
        rows: [
          { label: words.facts.last, value: last },
          { label: words.facts.schedule, value: words.every(everyHours) },
        ],
      },
    ],
    small: [words.small, teamLetterWords.signature],
  }
}
