import type { Page } from '@playwright/test'
import { exampleCase } from '#content/case.ts'
import { home } from '#content/home.ts'
import { isAlive, visit } from './site.ts'
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

test('the home view leads to the example, whose pages are leafed through by presses and by keys', async ({
  page,
}) => {
  await visit(page)
  await page.getByRole('link', { name: home.proof.example.label }).click()
  await expect(page.getByRole('heading', { name: title })).toBeInViewport()
  // Where the view's chunk was lost the page itself is loaded, and a link that is pressed before its script moves by itself.
  await isAlive(page)
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

test('the page of the example that was pressed before the script came is the one that is named', async ({
  page,
}) => {
  await page.goto('/?view=services#case-3')
  await expect(nameOf(page, 3)).toHaveAttribute('aria-current', 'true')
  await expect(pictureOf(page, 3)).toBeInViewport({ ratio: 0.5 })
})
