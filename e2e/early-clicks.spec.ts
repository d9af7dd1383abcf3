import type { Page } from '@playwright/test'
import { navigation } from '#content/navigation.ts'
import { services } from '#content/services.ts'
import { book, dialogOf, fieldsOf, heroButton, receiptOf, someBooking } from './booking.ts'
import { holdBack } from './hold-back.ts'
import { arrivesAt, heading, isAlive } from './site.ts'
import { expect, test } from './test.ts'

const holdScripts = (page: Page) => holdBack(page, '**/assets/*.js')

test('a link that is clicked before the script arrives is followed in memory once it has', async ({
  page,
  baseURL,
}) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('banner').getByRole('link', { name: 'Services' }).click()
  await expect(heading(page, 'home')).toBeVisible()
  release()
  await arrivesAt(page, 'services')
  await expect(page).toHaveURL(`${baseURL}/`)
  await page.goBack()
  await arrivesAt(page, 'home')
})

test('a filter that is pressed before the script arrives is set once it has', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/?view=services', { waitUntil: 'commit' })
  const group = page.getByRole('group', { name: services.filterLabel })
  await group.getByRole('button', { name: 'Development' }).click()
  await expect(group.getByRole('button', { pressed: true })).toHaveText(services.filters[0].label)
  release()
  await expect(group.getByRole('button', { pressed: true })).toHaveText('Development')
})

test('Book Call opens before the script arrives, and what is typed is kept', async ({ page, stored }) => {
  const wanted = someBooking()
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  await heroButton(page).click()
  const dialog = dialogOf(page)
  await expect(dialog).toBeVisible()
  await fieldsOf(dialog).name.fill('Early Bird')
  release()
  await isAlive(page)
  await expect(dialog).toBeVisible()
  await expect(fieldsOf(dialog).name).toHaveValue('Early Bird')
  await page.keyboard.press('Escape')
  await book(page, wanted)
  await expect(receiptOf(page)).toBeAttached()
  expect(await stored.bookings(wanted.email)).toHaveLength(1)
})

test('when the script does not come, links are links', async ({ page, faults, baseURL }) => {
  faults.expect(/ERR_FAILED/)
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/')
  const [, toAbout] = navigation.top
  await page.getByRole('banner').getByRole('link', { name: toAbout.label }).click()
  await expect(page).toHaveURL(`${baseURL}/?view=about`)
  await expect(heading(page, 'about')).toBeVisible()
})
