import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt as words } from '#content/booking-receipt.ts'
import { navigation } from '#content/navigation.ts'
import { bookToTheEnd, heroButton, receiptOf } from '#e2e/booking.ts'
import { arrivesAt, follow, visit } from '#e2e/site.ts'
import { expect, phone, test } from '#e2e/test.ts'

test.use({ viewport: phone.viewport })

/** The focused element, and whether any part of it is visible: not covered, nor scrolled out of view. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return null
    const isSeen = [...element.getClientRects()].some(({ left, right, top, bottom }) =>
      [0.05, 0.25, 0.5, 0.75, 0.95].some((across) =>
        [0.1, 0.5, 0.9].some((down) => {
          const found = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down)
          return found !== null && element.contains(found)
        }),
      ),
    )
    return { name: (element.ariaLabel ?? element.textContent).trim().slice(0, 60), isSeen }
  })

/** All tab stops from here with this key, until one repeats. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab') {
  const stops: { name: string; isSeen: boolean }[] = []
  for (let ends = 0; ends < 2 && stops.length < 90; ) {
    await page.keyboard.press(key)
    const stop = await focused(page)
    if (stop) stops.push(stop)
    else ends++
  }
  return stops
}

const hidden = (stops: Awaited<ReturnType<typeof walk>>) =>
  stops.filter(({ isSeen }) => !isSeen).map(({ name }) => name)

test('the receipt is heard, covers no stop of the keyboard on any view, and goes by Escape', async ({
  page,
}) => {
  await page.clock.install()
  await visit(page)
  const heard = await page.getByRole('status').first().elementHandle()
  await bookToTheEnd(page)
  await expect(heroButton(page)).toBeFocused()
  const said = () => heard?.evaluate((element) => element.isConnected && element.textContent)
  await expect.poll(said, 'in a place that was there before').toBe(booking.confirmation.receipt)
  await expect(receiptOf(page)).toBeInViewport()

  const onHome = await walk(page, 'Tab')
  expect(onHome.map(({ name }) => name)).toEqual(
    expect.arrayContaining([words.page.link, words.calendars.file, words.dismiss]),
  )
  expect(hidden(onHome)).toEqual([])
  await follow(page, 'services', 'Services')
  await expect(receiptOf(page)).toBeInViewport()
  expect(hidden(await walk(page, 'Shift+Tab'))).toEqual([])

  await page.getByRole('link', { name: navigation.skipToReceipt }).focus()
  await page.keyboard.press('Enter')
  await expect(receiptOf(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(receiptOf(page).getByRole('link', { name: words.page.link })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(receiptOf(page)).toBeHidden()
  await arrivesAt(page, 'services')
})
