import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { brand } from './brand.ts'
import { callLetterWords } from './call-letters.ts'
import { teamLetterWords } from './team-letters.ts'

const time = '14:00 on Wednesday 25 November 2026'

/** Returns every sentence and label in an object. Calls each function with a time for every parameter. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words]
  if (typeof words === 'function') return textsOf((words as (...values: string[]) => unknown)(time, time, time))
  return Object.values(words as object).flatMap(textsOf)
}

it('avoids words such as “today” in emails, because an email may be read on a later day', () => {
  for (const text of [...textsOf(callLetterWords), ...textsOf(teamLetterWords)]) {
    expect(text).not.toMatch(/\b(today|tomorrow|yesterday|tonight|soon|shortly|now|in an hour)\b/i)
  }
})

it(
  'gives every email a short subject and complete sentences',
  testEach(Object.entries(callLetterWords), (_, words) => {
    const [subject = ''] = textsOf(words.subject)
    expect(subject.replaceAll(time, 'Wed 25 Nov 2026').replace(brand.name, 'Provider')).toMatch(/^[A-Z][^!]{10,69}$/)
    expect(textsOf(words.heading)[0]?.length).toBeLessThanOrEqual(60)
    const { paragraphs = [], after = [] }: { paragraphs?: unknown; after?: unknown } = words
    for (const sentence of [...textsOf(paragraphs), ...textsOf(after), words.footnote]) {
      expect(sentence).toMatch(/^([A-Z]|14:00).*\.$/)
    }
  }),
)

it('gives every email a different subject', () => {
  const subjects = Object.values(callLetterWords).flatMap(({ subject }) => textsOf(subject))
  expect(new Set(subjects).size).toBe(subjects.length)
})
