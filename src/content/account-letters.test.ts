import { expect, it } from 'vitest'
import {
  accountAlertWords,
  accountEmailFrame,
  codeEmailWords,
  type EmailTitle,
  linkEmailWords,
} from './account-letters.ts'
import { brand } from './brand.ts'

type AccountEmail = EmailTitle & { footnote?: string }

/** Every object that has a subject. */
const emailsOf = (words: object): AccountEmail[] =>
  'subject' in words
    ? [words as AccountEmail]
    : Object.values(words).flatMap((inner) => (typeof inner === 'object' ? emailsOf(inner) : []))

const all = emailsOf({ linkEmailWords, codeEmailWords, accountAlertWords })

it('states in every account email what happened, and what to do if the recipient did not request it', () => {
  for (const { subject, heading, footnote = accountEmailFrame.ifNotYou } of all) {
    expect(subject.replace(brand.name, 'Provider').length).toBeLessThanOrEqual(70)
    expect(heading.replace(brand.name, 'Provider').length).toBeLessThanOrEqual(40)
    expect(footnote).toMatch(/^If .*\.$/)
  }
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(9)
})
