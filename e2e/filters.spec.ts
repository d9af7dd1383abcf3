import type { Locator, Page } from '@playwright/test'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { services } from '#content/services.ts'
import { successKit } from '#content/success-kit.ts'
import { arrivesAt, visit } from './site.ts'
import { expect, test } from './test.ts'

const pages = [
  { view: 'services', words: services, cards: services.services },
  { view: 'success-kit', words: successKit, cards: successKit.resources },
] as const

async function isPressedAlone(group: Locator, label: string): Promise<void> {
  await expect(group.getByRole('button', { pressed: true })).toHaveText(label)
}

for (const { view, words, cards } of pages) {
  test(`the filters of ${view} show their cards and say how many`, async ({ page }) => {
    await visit(page, view)
    const group = page.getByRole('group', { name: words.filterLabel })
    await isPressedAlone(group, words.filters[0].label)
    await expect(group.getByRole('button')).toHaveText(words.filters.map(({ label }) => label))
    for (const { id, label } of [...words.filters].reverse()) {
      await group.getByRole('button', { name: label, exact: true }).click()
      await isPressedAlone(group, label)
      const wanted = cards.filter((card) => id === 'all' || card.category === id)
      await expect(page.getByRole('status').filter({ hasText: words.shown(wanted.length) })).toBeVisible()
      for (const card of cards) {
        const title = page.getByRole('heading', { level: 3, name: card.title, exact: true })
        await expect(title, `${card.title} under ${label}`).toHaveCount(wanted.includes(card) ? 1 : 0)
      }
    }
  })
}

/** The visible text below the choice of method. */
const contentOf = async (page: Page) => {
  const sections = await page.getByRole('main').locator('section').allInnerTexts()
  return sections.slice(2)
}

test('a delivery method changes which button is pressed, and nothing else', async ({ page }) => {
  await visit(page, 'delivery-frameworks')
  const group = page.getByRole('group', { name: deliveryFrameworks.methodLabel })
  await isPressedAlone(group, 'Agile')
  const before = await contentOf(page)
  for (const label of ['Waterfall', 'Hybrid', 'Rapid', 'Agile']) {
    await group.getByRole('button', { name: label, exact: true }).click()
    await isPressedAlone(group, label)
    expect(await contentOf(page)).toEqual(before)
  }
})

test('two cards of the success kit open the views of their own', async ({ page }) => {
  const opened = successKit.resources.flatMap((card) => (card.hasDetailPage ? [card] : []))
  expect(opened.map(({ title }) => title)).toEqual(['Project Delivery Framework', 'QA Checklist'])
  await visit(page, 'success-kit')
  for (const { title, detailView } of opened) {
    const card = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: title }) })
    await card.getByRole('link', { name: successKit.detailLabel }).click()
    await arrivesAt(page, detailView)
    await page.getByRole('banner').getByRole('link', { name: 'Back to Success Kit' }).click()
    await arrivesAt(page, 'success-kit')
  }
})
