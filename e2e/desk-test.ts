import type { Page } from '@playwright/test'
import type { StaffRole } from '#shared/contract/team.ts'
import { isAccessible } from './axe.ts'
import { createMember, type ServerUnderTest, type SignedInMember } from './desk.ts'
import { test as base, expect } from './test.ts'

const sharedMembers = new Map<string, Promise<SignedInMember>>()

/** Returns a member that all tests on a server share, because signing in takes longer than most tests. */
function sharedMember(at: ServerUnderTest, role: StaffRole, name: string): Promise<SignedInMember> {
  const known = sharedMembers.get(at.url + name) ?? createMember(at, role, name)
  sharedMembers.set(at.url + name, known)
  return known
}

interface DeskTeam {
  at: ServerUnderTest
  /** An owner. No test ends these three members' sessions or changes their rights. */
  anna: SignedInMember
  /** An agent. */
  ben: SignedInMember
  /** A viewer. */
  vera: SignedInMember
}

/** The test function for end-to-end tests in the desk; the members are already signed in. */
export const test = base.extend<DeskTeam>({
  at: async ({ folder, server }, use) => use({ folder, url: server.url }),
  anna: async ({ at }, use) => use(await sharedMember(at, 'owner', 'Anna')),
  ben: async ({ at }, use) => use(await sharedMember(at, 'agent', 'Ben')),
  vera: async ({ at }, use) => use(await sharedMember(at, 'viewer', 'Vera')),
})

/** Expects no axe violations in one of the two looks and no content wider than a phone, then restores the width. */
export async function looksRight(page: Page): Promise<void> {
  const before = page.viewportSize()
  await isAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  if (before) await page.setViewportSize(before)
}

export { expect }
