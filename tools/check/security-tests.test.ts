import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { updateSecurityPage } from './security-tests.ts'

it('requires docs/security-tests.md to be up to date and to name at least one test for each promise', () => {
  expect(readFileSync('docs/security-tests.md', 'utf8'), 'run npm run security-tests').toBe(updateSecurityPage())
})
