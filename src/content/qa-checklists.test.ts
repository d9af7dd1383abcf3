import { describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { checklistTabs, countItems } from './checklists.ts'
import { claims } from './claims.ts'
import { qaChecklists } from './qa-checklists.ts'

describe('QA checklists view', () => {
  it('has six lists, and starts with the functional list', () => {
    const ids = qaChecklists.tabs.map(({ id }) => id)
    expect(ids).toEqual(['functional', 'integration', 'performance', 'security', 'usability', 'mobile'])
    expect(qaChecklists.defaultTab).toBe('functional')
    expect(qaChecklists.ticking.progress(12, 38)).toBe('12 of 38 checked')
  })

  it(
    "has at least 5 sections and 36 items per list, and states each list's number of items",
    testEach(checklistTabs, ({ list, count }) => {
      expect(list.sections.length).toBeGreaterThanOrEqual(5)
      expect(new Set(list.sections.map(({ title }) => title)).size).toBe(list.sections.length)
      expect(countItems(list)).toBeGreaterThanOrEqual(36)
      expect(countItems(list)).toBe(count)
    }),
  )

  it('has more than 200 distinct items, as claimed, each short enough for one line', () => {
    const items = checklistTabs.flatMap(({ list }) => list.sections.flatMap((part): string[] => [...part.items]))
    expect(new Set(items.map((item) => item.toLowerCase())).size).toBe(items.length)
    expect(items.length).toBeGreaterThanOrEqual(215)
    expect(items.length).toBeGreaterThanOrEqual(Number.parseInt(claims.checkpoints, 10))
    for (const item of items) expect(item).toMatch(/^.{20,110}$/)
  })

  it('starts the first list with the items that the hero shows', () => {
    const [first] = checklistTabs
    const { title, items, done } = qaChecklists.hero.sheet
    expect(first?.list.title).toBe(title)
    expect(first?.list.sections[0]?.items.slice(0, items.length)).toEqual(items)
    expect(done).toBeLessThan(items.length)
  })

  it('has 6 to 8 best practices, and at least one tool for every category', () => {
    const categories = qaChecklists.tools.groups.map(({ title }) => title)
    expect(categories).toEqual(qaChecklists.tabs.map(({ label }) => label))
    for (const { tools } of qaChecklists.tools.groups) expect(tools.length).toBeGreaterThan(0)
    expect([6, 7, 8]).toContain(qaChecklists.bestPractices.items.length)
  })
})
