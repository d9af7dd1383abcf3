import type { Page } from '@playwright/test'
import { basesWords, claimBases } from '#content/claim-bases.ts'
import { type ClaimId, claims, claimViews } from '#content/claims.ts'
import { navigation } from '#content/navigation.ts'
import { type ViewId, viewIds } from '#content/views.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

/** What a view shows as a figure of its own: each leads to its base. */
const figuresOf = (page: Page) => page.getByRole('main').locator('a[href*="view=figures#"]')

/** The fewest of them that a view has; the others show what the visitor works out, or nothing but words. */
const fewest: Partial<Record<ViewId, number>> = {
  home: 12,
  services: 8,
  partner360: 3,
  'success-kit': 3,
  'delivery-frameworks': 2,
  'qa-checklists': 1,
  about: 4,
  contact: 3,
}

/** Opens the page of all bases, and tells which claims stand there. */
async function listed(page: Page): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(basesWords.title)
  return page.locator('section[id]').evaluateAll((sections) => sections.map(({ id }) => id))
}

/** A claim that another writes shorter has the base of that other. */
const withBase = (claim: ClaimId, among: readonly string[]) =>
  among.some((id) => claimBases[id as ClaimId] === claimBases[claim])

for (const view of viewIds) {
  test(`${view}: each figure shows its base at one press, all others stand behind one link`, async ({
    page,
  }) => {
    await visit(page, view)
    const links = figuresOf(page)
    expect(await links.count()).toBeGreaterThanOrEqual(fewest[view] ?? 0)
    for (const link of await links.all()) {
      const claim = (await link.getAttribute('href'))?.split('#')[1] as ClaimId
      await link.click()
      const dialog = page.getByRole('dialog', { name: claims[claim] })
      await expect(dialog).toContainText(claimBases[claim].counts)
      await expect(dialog.getByText(basesWords.sample)).toHaveCount('isSample' in claimBases[claim] ? 1 : 0)
      await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
    }
    await page.getByRole('contentinfo').getByRole('link', { name: navigation.footer.figures }).click()
    const ids = await listed(page)
    const shown = Object.entries(claimViews).flatMap(([claim, views]) =>
      (views as readonly string[]).includes(view) ? [claim as ClaimId] : [],
    )
    expect(shown.filter((claim) => !withBase(claim, ids))).toEqual([])
  })
}
