import type { Page } from '@playwright/test'
import { receipt as words } from '#content/booking-receipt.ts'
import { navigation } from '#content/navigation.ts'
import { callPage } from '#content/visitor-call.ts'
import { bookAndClose, receiptOf } from './booking.ts'
import { sessionOf } from './interactions.ts'
import { heading, visit } from './site.ts'
import { expect, phone, test } from './test.ts'

test.use({ viewport: phone.viewport })

test('links from the receipt to the visitor’s call page, and keeps the link’s key out of interactions and logs', async ({
  page,
  stored,
  server,
}) => {
  await page.clock.install()
  await visit(page)
  const session = await sessionOf(page)
  const { company } = await bookAndClose(page)
  const link = receiptOf(page).getByRole('link', { name: words.page.link })
  const key = (await link.getAttribute('href'))?.slice(-43) ?? ''
  expect(key).toMatch(/^[\w-]{43}$/)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(callPage.states.requested.title)
  await expect(page.getByText(company)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'home')).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await stored.interactions(session)), 'the visit was told')
    .toContain('page_time_spent')
  expect(JSON.stringify(await stored.interactions(session))).not.toContain(key)
  expect(server.output).not.toContain(key)
})

/** Returns true if any part of the focused element is visible: not covered and not scrolled out of view. */
const isFocusVisible = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    return [...element.getClientRects()].some(({ left, right, top, bottom }) =>
      [0.05, 0.25, 0.5, 0.75, 0.95].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const found = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)
          return found !== null && element.contains(found)
        }),
      ),
    )
  })

test('announces the receipt, which has a skip link, closes with Escape, and never covers the focused element', async ({
  page,
}) => {
  await page.clock.install()
  await visit(page)
  const live = await page.getByRole('status').first().elementHandle()
  await bookAndClose(page)
  const said = () => live?.evaluate((element) => element.isConnected && element.textContent)
  await expect.poll(said, 'in an element that was there before').toBe(navigation.receiptStands)
  await expect(receiptOf(page)).toBeInViewport()
  const seen: (boolean | null)[] = []
  while (seen.at(-1) !== null && seen.length < 90) {
    await page.keyboard.press('Tab')
    seen.push(await isFocusVisible(page))
  }
  expect(seen.length).toBeGreaterThan(20)
  expect(seen).not.toContain(false)

  await page.getByRole('link', { name: navigation.skipToReceipt }).focus()
  await page.keyboard.press('Enter')
  await expect(receiptOf(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(receiptOf(page)).toBeHidden()
})
