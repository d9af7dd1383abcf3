import type { Page } from '@playwright/test'
import type { StaffRole } from '#shared/contract/desk-people.ts'
import { isAccessible } from './axe.ts'
import { type Colleague, colleague, type Place } from './desk.ts'
import { test as base, expect } from './test.ts'

const regulars = new Map<string, Promise<Colleague>>()

/** Somebody whom all tests at a server share, since signing in takes longer than what most of them look at. */
function regular(at: Place, role: StaffRole, name: string): Promise<Colleague> {
  const known = regulars.get(at.url + name) ?? colleague(at, role, name)
  regulars.set(at.url + name, known)
  return known
}

interface Team {
  at: Place
  /** An owner. Nobody ends their session or changes their rights, as with the other two. */
  anna: Colleague
  /** An agent. */
  ben: Colleague
  /** A viewer. */
  vera: Colleague
}

/** The test function of journeys at the desk: people who are signed in already. */
export const test = base.extend<Team>({
  at: async ({ folder, server }, use) => use({ folder, url: server.url }),
  anna: async ({ at }, use) => use(await regular(at, 'owner', 'Anna')),
  ben: async ({ at }, use) => use(await regular(at, 'agent', 'Ben')),
  vera: async ({ at }, use) => use(await regular(at, 'viewer', 'Vera')),
})

/** Axe finds nothing in one look, and nothing is wider than a phone; then the page is as wide as it was. */
export async function looksRight(page: Page): Promise<void> {
  const before = page.viewportSize()
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (before) await page.setViewportSize(before)
}

export { expect }
