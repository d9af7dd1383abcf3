import type { Page } from '@playwright/test'
import { forms } from '#content/forms.ts'
import { home } from '#content/home.ts'
import { navigation } from '#content/navigation.ts'
import { type ViewId, viewIds, views } from '#content/views.ts'
import { dialogOf, openBooking } from './booking.ts'
import { addressOf, arrivesAt, follow, heading, headings, isAlive, visit } from './site.ts'
import { expect, test } from './test.ts'

const [kit, frameworks, checklists] = home.resources.cards
const [toServices, toAbout, toContact] = navigation.top

/** The link of the home view that leads to each other view. */
const links: [ViewId, string][] = [
  ['services', toServices.label],
  ['about', toAbout.label],
  ['contact', toContact.label],
  ['partner360', home.partner360.link],
  ['success-kit', kit.link],
  ['delivery-frameworks', frameworks.link],
  ['qa-checklists', checklists.link],
  ['roi-calculator', home.painPoints.link],
]

const historyLength = (page: Page) => page.evaluate(() => history.length)
const back = (page: Page, label: string) =>
  page.getByRole('banner').getByRole('link', { name: label, exact: true })

test('home leads to every view without a page load', async ({ page, baseURL }) => {
  await visit(page)
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))
  for (const [view, label] of links) {
    await page.getByRole('link', { name: label, exact: true }).first().click()
    await arrivesAt(page, view)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(views[view].title)
    await expect(page).toHaveURL(`${baseURL}/`)
    await page.goBack()
    await arrivesAt(page, 'home')
  }
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
})

for (const view of viewIds) {
  test(`a link from elsewhere shows ${view}, and the address is / after the next move`, async ({
    page,
    baseURL,
  }) => {
    await visit(page, view)
    await expect(page).toHaveTitle(views[view].title)
    const [next, label] = view === 'about' ? (['contact', 'Contact'] as const) : (['about', 'About'] as const)
    await follow(page, next, label)
    await expect(page).toHaveURL(`${baseURL}/`)
    await page.goBack()
    await arrivesAt(page, view)
  })
}

test('an unknown view is not there, and an empty one is home', async ({ page, faults }) => {
  faults.expect(/status of 404/)
  const answer = await page.goto('/?view=pricing')
  expect(answer?.status()).toBe(404)
  await expect(page).toHaveTitle(forms.notFound.title)
  await page.goto('/?view=')
  await isAlive(page)
  await expect(heading(page, 'home')).toBeVisible()
  await expect(page).toHaveTitle(views.home.title)
})

test('Back and Forward step through the views', async ({ page, baseURL }) => {
  await visit(page)
  await follow(page, 'services', views.services.name)
  await follow(page, 'about', views.about.name)
  for (const [step, view] of [
    ['goBack', 'services'],
    ['goBack', 'home'],
    ['goForward', 'services'],
    ['goForward', 'about'],
  ] as const) {
    await page[step]()
    await arrivesAt(page, view)
    await expect(page).toHaveTitle(views[view].title)
    await expect(page).toHaveURL(`${baseURL}/`)
  }
})

test('a reload shows home again', async ({ page }) => {
  await visit(page)
  await follow(page, 'services', views.services.name)
  await page.reload()
  await isAlive(page)
  await expect(heading(page, 'home')).toBeVisible()
  await expect(page).toHaveTitle(views.home.title)
})

test('the back control steps back to where one came from', async ({ page }) => {
  await visit(page)
  await follow(page, 'success-kit', views['success-kit'].name)
  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  const length = await historyLength(page)
  await back(page, 'Back to Success Kit').click()
  await arrivesAt(page, 'success-kit')
  await back(page, 'Back to Home').click()
  await arrivesAt(page, 'home')
  expect(await historyLength(page)).toBe(length)
  await page.goForward()
  await arrivesAt(page, 'success-kit')
  await page.goForward()
  await arrivesAt(page, 'qa-checklists')
})

test('the back control goes up from a view that was entered elsewhere', async ({ page, baseURL }) => {
  await visit(page, 'delivery-frameworks')
  const length = await historyLength(page)
  await back(page, 'Back to Success Kit').click()
  await arrivesAt(page, 'success-kit')
  expect(await historyLength(page)).toBe(length + 1)
  await expect(page).toHaveURL(`${baseURL}/`)
})

test('a view leads home by its back control, and home has none', async ({ page }) => {
  for (const view of viewIds) {
    await visit(page, view)
    const words = views[view].back
    const control = page.getByRole('banner').getByRole('link', { name: /^Back to/ })
    if (!words) await expect(control).toHaveCount(0)
    else {
      await expect(control).toHaveText(words.label)
      await expect(control).toHaveAttribute('href', addressOf(words.target))
      await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
      await expect(control).toBeInViewport({ ratio: 1 })
    }
  }
})

test('a click that asks for a new tab gets one', async ({ page, context, baseURL }) => {
  await visit(page)
  const opened = context.waitForEvent('page')
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Services' })
    .click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab).toHaveURL(`${baseURL}/?view=services`)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(headings.services)
  await expect(heading(page, 'home')).toBeVisible()
})

test('a change of view closes the dialog of the view that is left', async ({ page }) => {
  await visit(page)
  await follow(page, 'about', views.about.name)
  await page.goBack()
  await arrivesAt(page, 'home')
  const dialog = await openBooking(page)
  await expect(dialog).toBeVisible()
  await page.goForward()
  await arrivesAt(page, 'about')
  await expect(dialogOf(page)).toBeHidden()
})
