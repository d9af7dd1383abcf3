import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { securityPage } from './security-tests.ts'

it('docs/security-tests.md lists a test for each promise and is up to date', () => {
  expect(readFileSync('docs/security-tests.md', 'utf8'), 'run npm run security-tests').toBe(securityPage())
})
