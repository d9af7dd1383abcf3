import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { updateSecurityPage } from './security-tests.ts'

it('lists at least one test for each promise in docs/security-tests.md, which is up to date', () => {
  expect(readFileSync('docs/security-tests.md', 'utf8'), 'run npm run security-tests').toBe(updateSecurityPage())
})
