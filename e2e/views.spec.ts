import type { Page } from '@playwright/test'
import { brand } from '#content/brand.ts'
import { home } from '#content/home.ts'
import { navigation } from '#content/navigation.ts'
import { type ViewId, views } from '#content/views.ts'
import { book, dialogOf, openBooking, receiptOf, someBooking } from './booking.ts'
import { scrolled } from './scrolling.ts'
import { expectView, follow, heading, headings, visit, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

const [kit, frameworks, checklists] = home.resources.cards
const [toServices, toAbout, toContact] = navigation.top

/** The link from the home view to each other view. */
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
const back = (page: Page, label: string) => page.getByRole('banner').getByRole('link', { name: label, exact: true })

test('[H1] opens every view from the home view without a page load, a request to another origin or a violation of the content security policy', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (protocol !== 'data:' && origin !== baseURL) foreign.push(request.url())
  })
  await page.addInitScript(() => {
    window.violations = []
    document.addEventListener('securitypolicyviolation', (event) => {
      window.violations.push(`${event.violatedDirective} ${event.blockedURI}`)
    })
  })
  await visit(page)
  for (const [view, label] of links) {
    await page.getByRole('link', { name: label, exact: true }).first().click()
    await expectView(page, view)
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(page).toHaveTitle(views[view].title)
    await expect(page).toHaveURL(`${baseURL}/`)
    await page.goBack()
    await expectView(page, 'home')
  }
  await book(page, someBooking())
  await expect(receiptOf(page)).toBeAttached()
  // The first document is still loaded, so no page load has happened.
  expect(await page.evaluate(() => window.violations)).toEqual([])
  expect(foreign).toEqual([])
  expect(await page.context().cookies()).toEqual([])
})
declare global {
  interface Window {
    violations: string[]
  }
}

test('moves between views with Back, Forward and the back link, and shows the home view after a reload', async ({
  page,
  baseURL,
}) => {
  await visit(page)
  await follow(page, 'success-kit', views['success-kit'].name)
  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  const length = await historyLength(page)
  for (const [step, view] of [
    ['goBack', 'success-kit'],
    ['goBack', 'home'],
    ['goForward', 'success-kit'],
    ['goForward', 'qa-checklists'],
  ] as const) {
    await page[step]()
    await expectView(page, view)
    await expect(page).toHaveTitle(views[view].title)
    await expect(page).toHaveURL(`${baseURL}/`)
  }
  await back(page, 'Back to Success Kit').click()
  await expectView(page, 'success-kit')
  await back(page, 'Back to Home').click()
  await expectView(page, 'home')
  expect(await historyLength(page)).toBe(length)
  await page.goForward()
  await expectView(page, 'success-kit')

  // This navigation bypasses the back/forward cache, as happens after a browser restart or a long absence.
  await page.goto('/?view=contact&from=elsewhere')
  await page.goBack()
  await expect(heading(page, 'success-kit')).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(heading(page, 'home')).toBeVisible()
  await expect(page).toHaveTitle(views.home.title)
})

test('opens a view directly from its URL, and opens the parent view at / when the visitor clicks the back link', async ({
  page,
  baseURL,
}) => {
  await visit(page, 'delivery-frameworks')
  await expect(page).toHaveTitle(views['delivery-frameworks'].title)
  const length = await historyLength(page)
  await back(page, 'Back to Success Kit').click()
  await expectView(page, 'success-kit')
  expect(await historyLength(page)).toBe(length + 1)
  await expect(page).toHaveURL(`${baseURL}/`)
  await page.goBack()
  await expectView(page, 'delivery-frameworks')
  await expect(page).toHaveTitle(views['delivery-frameworks'].title)
  // An empty view parameter opens the home view.
  await page.goto('/?view=')
  await waitForHydration(page)
  await expect(heading(page, 'home')).toBeVisible()
})

test('scrolls to the top if the visitor clicks the current view’s link, and opens a new tab after a click with Ctrl or Command', async ({
  page,
  context,
  baseURL,
}) => {
  await visit(page, 'services')
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  await link('About').click()
  await expectView(page, 'about')
  await expect(heading(page, 'about')).toBeInViewport({ ratio: 1 })
  await expect(link('About')).toHaveAttribute('aria-current', 'page')
  await expect(link('Services')).not.toHaveAttribute('aria-current')
  await page.evaluate(() => scrollTo({ top: 1e6, behavior: 'instant' }))
  expect(await scrolled(page)).toBeGreaterThan(0)
  const length = await historyLength(page)
  await link('About').click()
  await expectView(page, 'about')
  expect(await historyLength(page)).toBe(length)
  await link(brand.name).click()
  await expectView(page, 'home')

  // Changing the view closes the previous view's dialog.
  await expect(await openBooking(page)).toBeVisible()
  await page.goBack()
  await expectView(page, 'about')
  await expect(dialogOf(page)).toBeHidden()

  const opened = context.waitForEvent('page')
  await link('Services').click({ modifiers: ['ControlOrMeta'] })
  const tab = await opened
  await expect(tab).toHaveURL(`${baseURL}/?view=services`)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText(headings.services)
  await expect(heading(page, 'about')).toBeVisible()
})
