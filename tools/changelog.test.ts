import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readChangelog } from './changelog.ts'

const entries = readChangelog(readFileSync('CHANGELOG.md', 'utf8'))
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }

it('tells of the version of this package, with its day and what an operator must do', () => {
  const released = entries.find((entry) => entry.version === version)
  expect(released?.day).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  expect(released?.sections).toContain('Upgrade')
})

it('has the latest first, each release once, and only sections that the form knows', () => {
  const [first, ...released] = entries
  expect([first?.version, first?.day]).toEqual(['Unreleased', null])
  expect(released[0]?.version).toBe(version)
  const days = released.map(({ day }) => day ?? '')
  expect(days).toEqual([...days].sort().reverse())
  expect(new Set(released.map((entry) => entry.version)).size).toBe(released.length)
  const known = ['Upgrade', 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
  for (const { sections } of entries) expect(sections.filter((title) => !known.includes(title))).toEqual([])
})
