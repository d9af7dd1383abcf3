import type { ReadyCheck, ReadyState } from '#shared/contract/ready.ts'
import { isolate } from '#shared/lib/isolate.ts'
import { contentWords } from './content-words.ts'
import { only, type Sentence, type Words, type WordsFor } from './finding-words.ts'
import { keepingWords } from './keeping-words.ts'
import { mailWords } from './mail-words.ts'
import { wayWords } from './way-words.ts'

export const readyStateWords: Readonly<Record<ReadyState, string>> = {
  good: 'In order',
  mend: 'To mend',
  consider: 'Worth a look',
  unknown: 'Not known',
}

/** The checks as the page has them: by what they are about. */
export const readyGroups = [
  {
    title: 'The way here',
    text: 'How visitors and the team reach this server.',
    checks: ['address', 'reach', 'proxy'],
  },
  {
    title: 'Letters',
    text: 'Whether they leave, arrive, and are believed.',
    checks: ['mail', 'spf', 'dkim', 'dmarc'],
  },
  {
    title: 'What visitors see',
    text: 'Samples that are still on the site, and when calls are held.',
    checks: [
      'name',
      'mailbox',
      'links',
      'testimonials',
      'figures',
      'people',
      'example',
      'legal',
      'documents',
      'hours',
      'days_off',
      'hosts',
    ],
  },
  {
    title: 'People and data',
    text: 'Who gets in, and what is left after a bad day.',
    checks: ['second_step', 'owners', 'backup', 'key', 'rights', 'clock'],
  },
  {
    title: 'Settings of the server',
    text: 'What the operator can switch.',
    checks: ['rate_limit', 'private_addresses'],
  },
] as const satisfies readonly { title: string; text: string; checks: readonly ReadyCheck[] }[]

const unfinished = {
  slow: only(
    'This took too long.',
    'Look again in a minute. If it stays so, the log of the server may say more.',
  ),
  failed: only('This could not be looked at.', 'Look again in a minute. The log of the server says why.'),
}

/** What each finding says. */
export const readyWords: WordsFor<ReadyCheck> = {
  ...wayWords,
  ...mailWords,
  ...contentWords,
  ...keepingWords,
}

/** One finding as it stands on the page. */
export function sentenceOf(
  check: ReadyCheck,
  finding: string,
  facts: Readonly<Record<string, string>>,
): Sentence {
  const words: Readonly<Partial<Record<string, Words>>> = { ...readyWords[check].findings, ...unfinished }
  return words[finding]?.((name) => isolate(facts[name] ?? '')) ?? { says: finding }
}
