import type { Page } from '@playwright/test'
import { callLabels } from '#content/strategy-call.ts'
import { dialogOf } from '#e2e/booking.ts'
import { createMember, openDesk } from '#e2e/desk.ts'
import { scrolled, swipe } from '#e2e/scrolling.ts'
import { heading, visit } from '#e2e/site.ts'
import { expect, phone, test } from '#e2e/test.ts'

test.use(phone)

/** Matches every button that opens the dialog. */
const bookLabel = new RegExp(Object.values(callLabels).join('|'))

/** Swipes past both ends of the dialog, and expects that the page does not move. */
async function expectNoScroll(page: Page, { isLong }: { isLong: boolean }) {
  const opener = page.getByRole('main').getByRole('button', { name: bookLabel }).last()
  await opener.scrollIntoViewIfNeeded()
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(700)
  await opener.tap()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  const above = () => dialog.evaluate((element) => element.scrollTop)
  const below = () => dialog.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop)
  const swipeToTheEnd = async (way: 'up' | 'down', left: () => Promise<number>) => {
    await expect(async () => {
      await swipe(page, way)
      expect(await left()).toBeLessThan(2)
    }).toPass()
    // After the dialog has reached its end, a swipe could scroll the page.
    for (let turn = 0; turn < 3; turn++) await swipe(page, way)
    expect(await scrolled(page)).toBe(before)
  }
  await swipeToTheEnd('up', below)
  expect((await above()) > 0).toBe(isLong)
  await swipeToTheEnd('down', above)
  await dialog.getByRole('button', { name: 'Close' }).tap()
  await expect(dialog).toBeHidden()
  expect(await scrolled(page)).toBe(before)
  await swipe(page, 'down')
  await expect.poll(() => scrolled(page)).toBeLessThan(before)
}

test('keeps the page in place behind the open dialog', async ({ page }) => {
  await visit(page)
  await expectNoScroll(page, { isLong: true })
})

test('keeps the page in place behind the open dialog if JavaScript is off', async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto('/')
  await expect(heading(page, 'home')).toBeVisible()
  // Without JavaScript, the dialog contains only a link to the form, so it is too short to scroll.
  await expectNoScroll(page, { isLong: false })
  await context.close()
})

test('keeps the desk in place behind an open dialog', async ({ page, server, folder }) => {
  const me = await createMember({ folder, url: server.url }, 'owner', 'Olga')
  await openDesk(page, server.url, me, '/settings')
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible()
  // The page becomes long enough only when the settings have loaded.
  await expect(async () => {
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }))
    expect(await scrolled(page)).toBe(300)
  }).toPass()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (const way of ['up', 'up', 'down', 'down'] as const) {
    await swipe(page, way)
    expect(await scrolled(page)).toBe(300)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await scrolled(page)).toBe(300)
  await swipe(page, 'up')
  await expect.poll(() => scrolled(page)).toBeGreaterThan(300)
})
