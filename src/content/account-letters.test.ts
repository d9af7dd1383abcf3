import { expect, it } from 'vitest'
import { accountAlertWords, codeEmailWords, linkEmailWords } from './account-letters.ts'

const all = [
  ...Object.values(linkEmailWords).map((words) => (typeof words === 'function' ? words('new@company.example') : words)),
  codeEmailWords,
  accountAlertWords.passwordChanged,
  accountAlertWords.addressChanged('new@company.example'),
  accountAlertWords.factorAdded('Phone', false),
  accountAlertWords.factorRemoved(null, true),
  accountAlertWords.recoveryCodeUsed(0),
  accountAlertWords.newDevice('Firefox on Windows', null),
  accountAlertWords.newDevice('Firefox on Windows', 'Karl'),
  accountAlertWords.largeExport('12,000 bookings', null),
]

it('states in every account email what happened, and what to do if the recipient did not request it', () => {
  for (const { subject, heading, paragraphs, footnote } of all) {
    expect(subject.length).toBeLessThanOrEqual(70)
    expect(heading.length).toBeLessThanOrEqual(40)
    expect(paragraphs.length).toBeGreaterThan(0)
    expect(footnote).toMatch(/^If /)
    for (const sentence of [...paragraphs, footnote]) expect(sentence).toMatch(/\.$/)
  }
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length)
})

it('inserts values only into the paragraphs of an email', () => {
  for (const words of [
    linkEmailWords.currentAddress('canary'),
    accountAlertWords.addressChanged('canary'),
    accountAlertWords.factorAdded('canary', false),
    accountAlertWords.newDevice('canary', 'Karl'),
    accountAlertWords.newDevice('Firefox on Windows', 'canary'),
    accountAlertWords.largeExport('5,000 bookings', 'canary'),
  ]) {
    expect(words.paragraphs.join(' ')).toContain('canary')
    expect(`${words.subject}${words.heading}${words.footnote}`).not.toContain('canary')
  }
})
