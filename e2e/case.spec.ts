import type { Page } from '@playwright/test'
import { exampleCaseStudy } from '#content/case.ts'
import { home } from '#content/home.ts'
import { visit, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

const { pages, pagesLabel, title } = exampleCaseStudy

const stripOf = (page: Page) => page.getByRole('list', { name: pagesLabel })
const pictureOf = (page: Page, number: number) => stripOf(page).getByRole('img', { name: pages[number - 1]?.alt ?? '' })
const nameOf = (page: Page, number: number) =>
  page.getByRole('main').getByRole('link', { name: `${number} ${pages[number - 1]?.name}` })

/** Expects that a picture has loaded at the size reserved for it. */
const hasArrived = (page: Page, number: number) =>
  expect
    .poll(() => pictureOf(page, number).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBeGreaterThan(400)

test('lets a visitor open the example case from the home view and turn its pages by mouse or keyboard', async ({
  page,
}) => {
  await visit(page)
  await page.getByRole('link', { name: home.proof.example.label }).click()
  await expect(page.getByRole('heading', { name: title })).toBeInViewport()
  // If the view's chunk failed to load, the browser has loaded a new page, and its links scroll natively before
  // hydration.
  await waitForHydration(page)
  await stripOf(page).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => history.length)
  for (const number of [3, 1]) {
    await nameOf(page, number).click()
    await expect(pictureOf(page, number)).toBeInViewport({ ratio: 0.5 })
    await expect(nameOf(page, number)).toHaveAttribute('aria-current', 'true')
    await hasArrived(page, number)
  }
  await stripOf(page).focus()
  await nameOf(page, 2).focus()
  await page.keyboard.press('Enter')
  await expect(nameOf(page, 2)).toHaveAttribute('aria-current', 'true')
  await expect(pictureOf(page, 2)).toBeInViewport({ ratio: 0.5 })
  await hasArrived(page, 2)
  expect(await page.evaluate(() => history.length)).toBe(before)
})

test('shows the page that the URL fragment names, even if the link to it was clicked before JavaScript loaded', async ({
  page,
}) => {
  await page.goto('/?view=services#case-3')
  await expect(nameOf(page, 3)).toHaveAttribute('aria-current', 'true')
  await expect(pictureOf(page, 3)).toBeInViewport({ ratio: 0.5 })
})
