import { expect, it } from 'vitest'
import { auditSentence, unlocked } from './dependencies.ts'

const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0 }
const answered = (vulnerabilities: object) => JSON.stringify({ metadata: { vulnerabilities } })

it('an audit that was not answered says that nobody was asked, and never that nothing was found', () => {
  for (const written of [
    '',
    'npm error audit endpoint returned an error',
    '{"message":"request to https://x failed, reason: getaddrinfo ENOTFOUND x"}',
    '{"error":{"code":"ENOAUDIT","summary":"Your configured registry does not support audit requests."}}',
    'null',
    '{"metadata":{}}',
    answered({ critical: 0 }),
  ]) {
    const sentence = auditSentence(written)
    expect(sentence, written).toMatch(/could not ask.*NOT looked up/)
    expect(sentence, written).not.toMatch(/\b0\b|nothing against/)
  }
})

it('an audit that was answered says what is known', () => {
  expect(auditSentence(answered(none))).toContain('knows of nothing against')
  expect(auditSentence(answered({ ...none, high: 2, low: 1 }))).toContain('knows of 2 high, 1 low')
})

it('a dependency of one version with a checksum is held, and no other', () => {
  const held = { version: '1.0.0', resolved: 'https://registry.npmjs.org/a', integrity: 'sha512-x' }
  const packages = { '': {}, 'node_modules/a': held, 'node_modules/b': { integrity: 'sha512-x' } }
  expect(unlocked({ dependencies: { a: '1.0.0', b: '18.4.0-beta.17' } }, { packages })).toEqual([])
  for (const version of ['^1.0.0', '~1.0.0', 'latest', '*', '1', 'git+ssh://x', 'file:../a']) {
    expect(unlocked({ devDependencies: { a: version } }, { packages: {} }), version).toHaveLength(1)
  }
  for (const change of [
    { integrity: 'sha1-x' },
    { integrity: undefined },
    { resolved: 'http://registry.npmjs.org/a' },
    { integrity: undefined, link: true },
  ]) {
    const entry = Object.fromEntries(Object.entries({ ...held, ...change }).filter(([, value]) => value))
    expect(unlocked({}, { packages: { 'node_modules/a': entry } }), JSON.stringify(change)).toHaveLength(1)
  }
})
