import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { securityPage } from './security-tests.ts'

it('every promise of the checklist has a test, and the page names them all', () => {
  expect(readFileSync('docs/security-tests.md', 'utf8'), 'run npm run security-tests').toBe(securityPage())
})
