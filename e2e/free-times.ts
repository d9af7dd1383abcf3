import type { Locator, Page } from '@playwright/test'
import { freeTimesWords as words } from '#content/available-times.ts'
import { openBooking } from './booking.ts'
import { visit } from './site.ts'
import { expect } from './test.ts'

export const freeTimesRoute = '**/rpc/free_times?*'
export const offered = (dialog: Locator) => dialog.getByRole('group', { name: words.title })
export const near = (dialog: Locator) =>
  offered(dialog).getByRole('button', { name: /^\w{3} \d+ \w{3}, \d+:\d\d [AP]M$/ })

/** Opens the dialog, and waits for the free times. */
export async function openWithTimes(page: Page): Promise<Locator> {
  await page.clock.install()
  await visit(page)
  const dialog = await openBooking(page)
  await expect(near(dialog)).toHaveCount(6)
  const shown = await near(dialog).allTextContents()
  const byNight = /, (12|[1-7]):\d\d AM|, ([6-9]|1[01]):\d\d PM/
  expect(shown.join('\n'), 'the host never sleeps').not.toMatch(byNight)
  await expect(dialog.getByText(new RegExp(`next(?: free time)?: ${shown[0]}`, 'i'))).toBeVisible()
  return dialog
}
