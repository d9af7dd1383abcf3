import { expect, it } from 'vitest'
import { findUnpinned } from './dependencies.ts'

it('accepts only dependencies with an exact version and a checksum', () => {
  const held = { version: '1.0.0', resolved: 'https://registry.npmjs.org/a', integrity: 'sha512-x' }
  const packages = { '': {}, 'node_modules/a': held, 'node_modules/b': { integrity: 'sha512-x' } }
  expect(findUnpinned({ dependencies: { a: '1.0.0', b: '18.4.0-beta.17' } }, { packages })).toEqual([])
  for (const version of ['^1.0.0', '~1.0.0', 'latest', '*', '1', 'git+ssh://x', 'file:../a']) {
    expect(findUnpinned({ devDependencies: { a: version } }, { packages: {} }), version).toHaveLength(1)
  }
  for (const change of [
    { integrity: 'sha1-x' },
    { integrity: undefined },
    { resolved: 'http://registry.npmjs.org/a' },
    { integrity: undefined, link: true },
  ]) {
    const entry = Object.fromEntries(Object.entries({ ...held, ...change }).filter(([, value]) => value))
    expect(findUnpinned({}, { packages: { 'node_modules/a': entry } }), JSON.stringify(change)).toHaveLength(1)
  }
})
