import type { Locator, Page } from '@playwright/test'
import { booking } from '#content/booking.ts'
import { navigation } from '#content/navigation.ts'
import { services } from '#content/services.ts'
import { callLabels } from '#content/strategy-call.ts'
import { dialogOf, fieldsOf, heroButton, someBooking, submitOf } from './booking.ts'
import { expectView, heading, visit } from './site.ts'
import { expect, test } from './test.ts'

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Presses Tab until the target element has the focus. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 40; presses++) {
    await page.keyboard.press(key)
    if (await hasFocus(target)) return
  }
  await expect(target, `within 40 presses of ${key}`).toBeFocused()
}

test('lets a visitor book a call with only the keyboard', async ({ page, stored }) => {
  await page.clock.install()
  await visit(page)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: navigation.skip })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  const [toServices] = navigation.top
  await tabTo(page, page.getByRole('banner').getByRole('link', { name: toServices.label }))
  await page.keyboard.press('Enter')
  await expectView(page, 'services')

  const filters = page.getByRole('group', { name: services.filterLabel })
  await tabTo(page, filters.getByRole('button', { name: 'Development' }))
  await page.keyboard.press('Space')
  await expect(filters.getByRole('button', { pressed: true })).toHaveText('Development')
  const back = page.getByRole('banner').getByRole('link', { name: 'Back to Home' })
  await tabTo(page, back, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectView(page, 'home')

  await tabTo(page, heroButton(page))
  await page.keyboard.press('Enter')
  const dialog = dialogOf(page)
  const fields = fieldsOf(dialog)
  await expect(fields.name).toBeFocused()
  // The focus stays in the dialog, or moves to the browser's own controls.
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    const inside = await dialog.evaluate((element) => {
      const focused = document.activeElement
      return element.contains(focused) || focused === document.body
    })
    expect(inside).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(heroButton(page)).toBeFocused()
  await page.keyboard.press('Enter')

  const wanted = someBooking()
  for (const name of ['name', 'email', 'company', 'phone'] as const) {
    if (name !== 'name') await tabTo(page, fields[name])
    await page.keyboard.type(wanted[name])
  }
  await tabTo(page, fields.preferred_time)
  const [year, month, day] = wanted.preferred_time.slice(0, 10).split('-')
  // The field's maximum limits the year to four digits, so the digits typed after the year set the hour.
  await page.keyboard.type(`${month}${day}${year}1030AM`)
  await expect(fields.preferred_time).toHaveValue(wanted.preferred_time)
  await tabTo(page, fields.team_size)
  await page.keyboard.type('6')
  await tabTo(page, fields.current_challenges)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, submitOf(dialog))
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('heading', { name: booking.confirmation.title })).toBeFocused()
  await page.clock.runFor(booking.confirmationMs)
  await expect(dialog).toBeHidden()
  await expect(heroButton(page)).toBeFocused()
  const [row] = await stored.bookings(wanted.email)
  expect(row).toMatchObject({ team_size: '6-10', current_challenges: 'slow-proposals', phone: wanted.phone })
})

test('moves the focus from the skip link to the content without changing the view or the history', async ({
  page,
  baseURL,
}) => {
  await visit(page)
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expectView(page, 'services')
  const length = await page.evaluate(() => history.length)
  await tabTo(page, page.getByRole('link', { name: navigation.skip }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').getByRole('button', { name: callLabels.long }).first()).toBeFocused()
  await expect(heading(page, 'services')).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(length)
  await expect(page).toHaveURL(`${baseURL}/`)
})
