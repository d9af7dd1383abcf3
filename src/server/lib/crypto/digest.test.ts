import { expect, it } from 'vitest'
import { sha256 } from './digest.ts'

it('is the digest of FIPS 180-2', () => {
  expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
