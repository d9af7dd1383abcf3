import { describe, expect, it } from 'vitest'
import { auditSentence } from './audit-sentence.ts'
import { unlocked } from './locked.ts'

describe('an audit', () => {
  const none = { info: 0, low: 0, moderate: 0, high: 0, critical: 0, total: 0 }
  const answered = (vulnerabilities: object) => JSON.stringify({ metadata: { vulnerabilities } })

  it.each([
    ['no word', ''],
    ['words that are no JSON', 'npm error audit endpoint returned an error'],
    ['a fault of the network', '{"message":"request to https://x failed, reason: getaddrinfo ENOTFOUND x"}'],
    [
      'a fault of the registry',
      '{"error":{"code":"ENOAUDIT","summary":"Your configured registry does not support audit requests."}}',
    ],
    ['nothing', 'null'],
    ['no counts', '{"metadata":{}}'],
    ['counts that are not whole', answered({ critical: 0 })],
  ])('with %s says that nobody was asked, and never that nothing was found', (_, written) => {
    const sentence = auditSentence(written)
    expect(sentence).toContain('could not ask')
    expect(sentence).toContain('NOT looked up')
    expect(sentence).not.toMatch(/\b0\b|nothing against/)
  })

  it('that was answered says what is known', () => {
    expect(auditSentence(answered(none))).toContain('knows of nothing against')
    expect(auditSentence(answered({ ...none, high: 2, low: 1 }))).toContain('knows of 2 high, 1 low')
  })
})

describe('a dependency', () => {
  const held = {
    version: '1.0.0',
    resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
    integrity: 'sha512-x',
  }

  it('of one version with a checksum is held', () => {
    const packages = { '': {}, 'node_modules/a': held, 'node_modules/b': { integrity: 'sha512-x' } }
    expect(unlocked({ dependencies: { a: '1.0.0', b: '18.4.0-beta.17' } }, { packages })).toEqual([])
  })

  it.each(['^1.0.0', '~1.0.0', 'latest', '*', '1', 'git+ssh://x', 'file:../a'])('as %s is not', (version) => {
    expect(unlocked({ devDependencies: { a: version } }, { packages: {} })).toHaveLength(1)
  })

  it.each([
    { ...held, integrity: 'sha1-x' },
    { version: held.version, resolved: held.resolved },
    { ...held, resolved: 'http://registry.npmjs.org/a' },
    { link: true },
  ])('locked as %j is not', (entry) => {
    expect(unlocked({}, { packages: { 'node_modules/a': entry } })).toHaveLength(1)
  })
})
