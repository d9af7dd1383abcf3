import { brand } from '#content/brand.ts'
import { callLetterWords, replyWords, visitorSmall } from '#content/call-letters.ts'
import { referenceOf } from '#shared/lib/reference.ts'
import { dayOf } from './moments.ts'
import type { Block, LetterParts } from './parts.ts'
import { linesOf, oneLine } from './typed-text.ts'
import type { DataOf } from './types.ts'
import { zoneFor } from './visitor-blocks.ts'

/** What a person wrote, signed, with the words that it answers below: a person greets and thanks by themselves. */
export function replyLetter(data: DataOf<'reply'>): LetterParts {
  const { about, author, answersTo, body, callLink } = data
  const received =
    about.what === 'booking' ? callLetterWords.requestReceived : callLetterWords.messageReceived
  const quote: Block[] =
    about.words === null
      ? []
      : [
          {
            type: 'quote',
            title: replyWords.quoted(dayOf(about.asked, zoneFor(data))),
            lines: linesOf(about.words),
          },
        ]
  return {
    subject: `Re: ${received.subject(referenceOf(about.id))}`,
    heading: replyWords.heading[about.what],
    greeting: null,
    blocks: [
      ...linesOf(body)
        .join('\n')
        .split(/\n{2,}/)
        .map(
          (text): Block => ({ type: 'paragraph', text: text.replaceAll('{link}', callLink), hasLinks: true }),
        ),
      { type: 'paragraph', text: [author && oneLine(author, 60), brand.name].filter(Boolean).join('\n') },
      ...quote,
    ],
    small: [
      ...(body.includes('{link}') && about.what === 'booking' ? [visitorSmall.page] : []),
      visitorSmall.signature(answersTo),
    ],
  }
}
