import type { Page } from '@playwright/test'
import { exampleCase } from '#content/case.ts'
import { checklistTabs } from '#content/checklists.ts'
import { navigation } from '#content/navigation.ts'
import { roiPaper } from '#content/roi-paper.ts'
import type { ViewId } from '#content/views.ts'
import { dialogOf, fillBooking, someBooking, submitOf } from '#e2e/booking.ts'
import { addressOf } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

/** Parts whose HTML stands on the page before their script has come, each with words in it. */
const standing: readonly { view: ViewId; part: string; words: string }[] = [
  { view: 'qa-checklists', part: 'checklist', words: checklistTabs[0]?.list.title ?? '' },
  { view: 'roi-calculator', part: 'paper', words: roiPaper.limits.title },
  { view: 'services', part: 'case', words: exampleCase.title },
]

/** Notes each time that a heading leaves the page, even for one frame. */
const watchHeading = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const isThere = () =>
      [...document.querySelectorAll('main h2')].some(
        (one) => one.checkVisibility() && one.textContent === wanted,
      )
    Object.assign(window, { isThere, hasLeft: !isThere() })
    new MutationObserver(() => Object.assign(window, isThere() ? {} : { hasLeft: true })).observe(
      document.body,
      {
        attributes: true,
        childList: true,
        subtree: true,
      },
    )
  }, words)

const hasLeft = (page: Page) => page.evaluate(() => Reflect.get(window, 'hasLeft') as boolean)

for (const { view, part, words } of standing) {
  test(`${view}: what stands on the page stays while its script is missing, whatever else is said`, async ({
    page,
    faults,
  }) => {
    faults.expect(/ERR_FAILED/)
    await page.route(`**/assets/${part}-*.js`, (route) => route.abort())
    await page.route('**/assets/about-*.js', (route) => route.abort())
    await page.goto(addressOf(view))
    // A form of the part itself is not alive yet, so the page as a whole never is.
    await expect(page.locator('[name=preferred_time]')).toHaveAttribute('min', /^\d{4}-/)
    await page.waitForFunction(() =>
      Object.keys(document.querySelector('header a') ?? {}).some((key) => key.startsWith('__reactProps')),
    )
    await watchHeading(page, words)

    await page.getByRole('contentinfo').getByRole('link', { name: 'About', exact: true }).click()
    await expect(page.getByRole('alert')).toContainText(navigation.loadFailed.title)
    expect(await hasLeft(page), 'with a view that did not come').toBe(false)

    await page.getByRole('banner').getByRole('button').click()
    const dialog = dialogOf(page)
    await fillBooking(dialog, someBooking())
    await submitOf(dialog).click()
    await page.keyboard.press('Escape')
    await expect(page.locator('#receipt')).toBeAttached()
    expect(await hasLeft(page), 'with a receipt').toBe(false)
  })
}
