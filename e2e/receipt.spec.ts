import type { Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { receipt as words } from '#content/booking-receipt.ts'
import { navigation } from '#content/navigation.ts'
import { callPage } from '#content/visitor-call.ts'
import { book, dialogOf, heroButton, receiptOf, someBooking } from './booking.ts'
import { sessionOf } from './interactions.ts'
import { arrivesAt, follow, heading, visit } from './site.ts'
import { expect, test } from './test.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** Books, and waits until the dialog has closed by itself. */
async function bookToTheEnd(page: Page) {
  const wanted = someBooking()
  await book(page, wanted)
  await expect(dialogOf(page).getByRole('status')).toBeVisible()
  await page.clock.runFor(3000)
  await expect(dialogOf(page)).toBeHidden()
  return wanted
}

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

test('it leads to the page of this call, and nobody else is told the way', async ({
  page,
  stored,
  server,
}) => {
  await page.clock.install()
  await visit(page)
  const session = await sessionOf(page)
  const { company } = await bookToTheEnd(page)
  const link = receiptOf(page).getByRole('link', { name: words.page.link })
  const key = (await link.getAttribute('href'))?.slice(-43) ?? ''
  expect(key).toMatch(/^[\w-]{43}$/)
  await link.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(callPage.states.asked.title)
  await expect(page.getByText(company)).toBeVisible()
  await page.goBack()
  await expect(heading(page, 'home')).toBeVisible()
  await expect
    .poll(async () => JSON.stringify(await stored.interactions(session)), 'the visit was told')
    .toContain('page_time_spent')
  expect(JSON.stringify(await stored.interactions(session))).not.toContain(key)
  expect(server.output).not.toContain(key)
})
