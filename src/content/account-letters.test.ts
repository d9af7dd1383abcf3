import { expect, it } from 'vitest'
import { codeLetter, letters, notices } from './account-letters.ts'

const all = [
  ...Object.values(letters).map((words) =>
    typeof words === 'function' ? words('new@company.example') : words,
  ),
  codeLetter,
  notices.passwordChanged,
  notices.addressChanged('new@company.example'),
  notices.factorAdded('Phone', false),
  notices.factorRemoved(null, true),
  notices.recoveryCodeUsed(0),
  notices.newDevice('Firefox on Windows', null),
  notices.newDevice('Firefox on Windows', 'Karl'),
  notices.largeExport('12,000 bookings', null),
]

it('says in every email what happened, and what to do about an unrequested email', () => {
  for (const { subject, heading, paragraphs, footnote } of all) {
    expect(subject.length).toBeLessThanOrEqual(70)
    expect(heading.length).toBeLessThanOrEqual(40)
    expect(paragraphs.length).toBeGreaterThan(0)
    expect(footnote).toMatch(/^If /)
    for (const sentence of [...paragraphs, footnote]) expect(sentence).toMatch(/\.$/)
  }
  expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length)
})

it('puts values only into paragraphs', () => {
  for (const words of [
    letters.currentAddress('canary'),
    notices.addressChanged('canary'),
    notices.factorAdded('canary', false),
    notices.newDevice('canary', 'Karl'),
    notices.newDevice('Firefox on Windows', 'canary'),
    notices.largeExport('5,000 bookings', 'canary'),
  ]) {
    expect(words.paragraphs.join(' ')).toContain('canary')
    expect(`${words.subject}${words.heading}${words.footnote}`).not.toContain('canary')
  }
})
