import type { Page } from '@playwright/test'
import type { StaffRole } from '#shared/contract/desk-people.ts'
import { isAccessible } from './axe.ts'
import { type Colleague, colleague, type Place } from './desk.ts'
import { test as base, expect } from './test.ts'

const regulars = new Map<string, Promise<Colleague>>()

/** Returns a member that all tests on a server share, because signing in takes longer than most tests. */
function regular(at: Place, role: StaffRole, name: string): Promise<Colleague> {
  const known = regulars.get(at.url + name) ?? colleague(at, role, name)
  regulars.set(at.url + name, known)
  return known
}

interface Team {
  at: Place
  /** An owner. No test ends these three members' sessions or changes their rights. */
  anna: Colleague
  /** An agent. */
  ben: Colleague
  /** A viewer. */
  vera: Colleague
}

/** The test function for end-to-end tests in the desk; the members are already signed in. */
export const test = base.extend<Team>({
  at: async ({ folder, server }, use) => use({ folder, url: server.url }),
  anna: async ({ at }, use) => use(await regular(at, 'owner', 'Anna')),
  ben: async ({ at }, use) => use(await regular(at, 'agent', 'Ben')),
  vera: async ({ at }, use) => use(await regular(at, 'viewer', 'Vera')),
})

/** Expects no axe violations in one look and no content wider than a phone, then restores the width. */
export async function looksRight(page: Page): Promise<void> {
  const before = page.viewportSize()
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (before) await page.setViewportSize(before)
}

export { expect }
