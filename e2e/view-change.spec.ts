import type { Page } from '@playwright/test'
import type { ViewId } from '#content/views.ts'
import { viewHref } from '#site/lib/navigation.tsx'
import { holdBack } from './hold-back.ts'
import { expectView, visit } from './site.ts'
import { expect, test } from './test.ts'

const nav = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })

/** Clicks footer links one after the other, within a single task in the browser. */
const pressAll = (page: Page, ...asked: ViewId[]) =>
  page.evaluate((hrefs) => {
    for (const href of hrefs) document.querySelector<HTMLElement>(`footer a[href="${href}"]`)?.click()
  }, asked.map(viewHref))

const chunkOf = (view: ViewId) => new RegExp(`/${view}-[^/]*\\.js$`)

test('never shows a view that the visitor left before it loaded, and adds only one history entry after a double-click on a link', async ({
  page,
}) => {
  const letCome = await holdBack(page, chunkOf('services'))
  await page.clock.install()
  await visit(page, 'about')
  await page.clock.pauseAt(Date.now() + 60_000)
  /** Expects that no other view appears after this view. */
  const stays = async (view: ViewId) => {
    await page.clock.runFor(3000)
    await expectView(page, view)
    await expect(page.locator('main')).toHaveCount(1)
  }
  await pressAll(page, 'services', 'contact')
  await expectView(page, 'contact')
  await stays('contact')
  // A click on the current view's link changes nothing.
  await pressAll(page, 'services', 'contact')
  const come = page.waitForResponse(chunkOf('services'))
  letCome()
  await (await come).finished()
  await stays('contact')

  const before = await page.evaluate(() => history.length)
  await nav(page, 'Services').dblclick()
  await expectView(page, 'services')
  await stays('services')
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
})
