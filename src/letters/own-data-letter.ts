import { letterFrame } from '#content/account-letters.ts'
import { visitorSmall } from '#content/call-letters.ts'
import { ownDataLetter as words } from '#content/own-data.ts'
import { durationInWords } from '#shared/lib/duration.ts'
import type { LetterParts } from './parts.ts'
import type { DataOf } from './types.ts'

/** The link to the data stored about the reader's address; the letter contains none of the data. */
export const ownDataLetter = ({ link, expires, answersTo }: DataOf<'own-data'>): LetterParts => ({
  subject: words.subject,
  heading: words.heading,
  greeting: null,
  blocks: [
    ...words.paragraphs.map((text) => ({ type: 'paragraph', text }) as const),
    { type: 'button', label: words.button, url: link, below: letterFrame.plainLink },
  ],
  small: [words.lasts(durationInWords(expires)), words.footnote, visitorSmall.signature(answersTo)],
})
