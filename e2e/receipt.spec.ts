import type { Page } from '@playwright/test'
import { navigation } from '#content/navigation.ts'
import { bookAndClose, receiptOf } from './booking.ts'
import { visit } from './site.ts'
import { expect, phone, test } from './test.ts'

test.use({ viewport: phone.viewport })

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
