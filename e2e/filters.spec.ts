import type { Page } from '@playwright/test'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { services } from '#content/services.ts'
import { successKit } from '#content/success-kit.ts'
import { isAccessible } from './axe.ts'
import { arrivesAt, visit } from './site.ts'
import { expect, test } from './test.ts'

const pages = [
  {
    view: 'services',
    words: services,
    all: services.services,
    // In a title, a description and a feature; a filter leaves only some of them.
    query: 'PRÍCED',
    hits: services.services.filter((card) => /priced/i.test(`${card.description} ${card.features.join()}`)),
    category: services.filters[1],
  },
  {
    view: 'success-kit',
    words: successKit,
    all: successKit.resources,
    query: 'TEMPLÂTE',
    hits: successKit.resources.filter((card) =>
      /template/i.test(`${card.title} ${card.subtitle} ${card.description} ${card.features.join()}`),
    ),
    category: successKit.filters[1],
  },
] as const

const shown = (page: Page, count: string) => page.getByRole('status').filter({ hasText: count })

for (const { view, words, all, query, hits, category } of pages) {
  const cards = async (page: Page) => {
    const titles = await page.getByRole('main').getByRole('heading', { level: 3 }).allInnerTexts()
    return titles.filter((title) => all.some((card) => card.title === title))
  }

  test(`the filters and the search of ${view} show their cards, say how many, and have a way out`, async ({
    page,
  }) => {
    await visit(page, view)
    const group = page.getByRole('group', { name: words.filterLabel })
    const isPressedAlone = (label: string) =>
      expect(group.getByRole('button', { pressed: true })).toHaveText(label)
    await isPressedAlone(words.filters[0].label)
    await expect(group.getByRole('button')).toHaveText(words.filters.map(({ label }) => label))
    for (const { id, label } of [...words.filters].reverse()) {
      await group.getByRole('button', { name: label, exact: true }).click()
      await isPressedAlone(label)
      const wanted = all.filter((card) => id === 'all' || card.category === id)
      await expect(shown(page, words.shown(wanted.length))).toBeVisible()
      expect(await cards(page), label).toEqual(wanted.map(({ title }) => title))
    }
    const field = page.getByRole('searchbox', { name: words.search.label })
    await field.fill(query)
    await expect(shown(page, words.shown(hits.length))).toBeVisible()
    expect(await cards(page)).toEqual(hits.map(({ title }) => title))

    await group.getByRole('button', { name: category.label, exact: true }).click()
    const both = hits.filter((card) => card.category === category.id)
    expect(both.length).toBeLessThan(hits.length)
    await expect(shown(page, words.shown(both.length))).toBeVisible()
    expect(await cards(page)).toEqual(both.map(({ title }) => title))

    await field.fill('no such thing')
    await expect(shown(page, words.shown(0))).toBeVisible()
    await expect(page.getByRole('heading', { name: words.search.nothing('no such thing') })).toBeVisible()
    await isAccessible(page)
    await page.getByRole('button', { name: words.search.showAll }).click()
    await expect(shown(page, words.shown(all.length))).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')

    for (const empty of [
      () => field.press('Escape'),
      () => page.getByRole('button', { name: words.search.clear }).click(),
    ]) {
      await field.fill(query)
      await expect(shown(page, words.shown(hits.length))).toBeVisible()
      await empty()
      await expect(field).toHaveValue('')
      await expect(field).toBeFocused()
      await expect(shown(page, words.shown(all.length))).toBeVisible()
    }
    await expect(page.getByRole('button', { name: words.search.clear })).toHaveCount(0)
  })
}

/** The visible text below the choice of method. */
const contentOf = async (page: Page) => {
  const sections = await page.getByRole('main').locator('section').allInnerTexts()
  return sections.slice(2)
}

test('two cards of the success kit open the views of their own; a delivery method changes which button is pressed, and nothing else', async ({
  page,
}) => {
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
  // A view that came by a change is laid out bit by bit, and what is not has no visible text yet.
  await visit(page, 'delivery-frameworks')
  const group = page.getByRole('group', { name: deliveryFrameworks.methodLabel })
  const isPressedAlone = (label: string) =>
    expect(group.getByRole('button', { pressed: true })).toHaveText(label)
  await isPressedAlone('Agile')
  const before = await contentOf(page)
  for (const label of ['Waterfall', 'Hybrid', 'Rapid', 'Agile']) {
    await group.getByRole('button', { name: label, exact: true }).click()
    await isPressedAlone(label)
    expect(await contentOf(page)).toEqual(before)
  }
})
