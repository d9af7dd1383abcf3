import type { Page } from '@playwright/test'
import { exampleCase } from '#content/case.ts'
import { home } from '#content/home.ts'
import { addressOf, visit } from './site.ts'
import { expect, test } from './test.ts'

const { pages, pagesLabel, title } = exampleCase

const stripOf = (page: Page) => page.getByRole('list', { name: pagesLabel })
const pictureOf = (page: Page, number: number) =>
  stripOf(page).getByRole('img', { name: pages[number - 1]?.alt ?? '' })
const nameOf = (page: Page, number: number) =>
  page.getByRole('main').getByRole('link', { name: `${number} ${pages[number - 1]?.name}` })

/** Whether a picture has arrived, as large as the page has kept room for. */
const hasArrived = (page: Page, number: number) =>
  expect
    .poll(() =>
      pictureOf(page, number).evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth),
    )
    .toBeGreaterThan(400)

test('every page of the proposal is there, and a press leafs to it', async ({ page }) => {
  await visit(page, 'services')
  await stripOf(page).scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => history.length)
  for (const number of [3, 1, 2]) {
    await nameOf(page, number).click()
    await expect(pictureOf(page, number)).toBeInViewport({ ratio: 0.5 })
    await expect(nameOf(page, number)).toHaveAttribute('aria-current', 'true')
    await hasArrived(page, number)
  }
  expect(await page.evaluate(() => history.length)).toBe(before)
})

test('keys leaf too', async ({ page }) => {
  await visit(page, 'services')
  await stripOf(page).focus()
  await nameOf(page, 2).focus()
  await page.keyboard.press('Enter')
  await expect(nameOf(page, 2)).toHaveAttribute('aria-current', 'true')
  await expect(pictureOf(page, 2)).toBeInViewport({ ratio: 0.5 })
})

test('the home view leads to the case itself', async ({ page }) => {
  await visit(page)
  await page.getByRole('link', { name: home.proof.example.label }).click()
  await expect(page.getByRole('heading', { name: title })).toBeInViewport()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the links leaf by themselves', async ({ page }) => {
    await page.goto(addressOf('services'))
    await nameOf(page, 3).click()
    await expect(pictureOf(page, 3)).toBeInViewport({ ratio: 0.5 })
  })
})
