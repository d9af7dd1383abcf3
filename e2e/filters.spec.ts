import type { Page } from '@playwright/test'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { services } from '#content/services.ts'
import { successKit } from '#content/success-kit.ts'
import { plural } from '#content/tree.ts'
import { isAccessible } from './axe.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const pages = [
  {
    view: 'services',
    words: services,
    all: services.services,
    // This word occurs in a title, a description and a feature; the filter keeps only some of the matching cards.
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

  test(`filters and searches the ${view} cards, counts the results, and offers to clear the filters`, async ({
    page,
  }) => {
    await visit(page, view)
    const group = page.getByRole('group', { name: words.filterLabel })
    const isPressedAlone = (label: string) => expect(group.getByRole('button', { pressed: true })).toHaveText(label)
    await isPressedAlone(words.filters[0].label)
    await expect(group.getByRole('button')).toHaveText(words.filters.map(({ label }) => label))
    for (const { id, label } of [...words.filters].reverse()) {
      await group.getByRole('button', { name: label, exact: true }).click()
      await isPressedAlone(label)
      const wanted = all.filter((card) => id === 'all' || card.category === id)
      await expect(shown(page, plural(wanted.length, words.shown))).toBeVisible()
      expect(await cards(page), label).toEqual(wanted.map(({ title }) => title))
    }
    const field = page.getByRole('searchbox', { name: words.search.label })
    await field.fill(query)
    await expect(shown(page, plural(hits.length, words.shown))).toBeVisible()
    expect(await cards(page)).toEqual(hits.map(({ title }) => title))

    await group.getByRole('button', { name: category.label, exact: true }).click()
    const both = hits.filter((card) => card.category === category.id)
    expect(both.length).toBeLessThan(hits.length)
    await expect(shown(page, plural(both.length, words.shown))).toBeVisible()
    expect(await cards(page)).toEqual(both.map(({ title }) => title))

    await field.fill('no such thing')
    await expect(shown(page, plural(0, words.shown))).toBeVisible()
    await expect(page.getByRole('heading', { name: words.search.nothing('no such thing') })).toBeVisible()
    await isAccessible(page)
    await page.getByRole('button', { name: words.search.showAll }).click()
    await expect(shown(page, plural(all.length, words.shown))).toBeVisible()
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')

    for (const empty of [
      () => field.press('Escape'),
      () => page.getByRole('button', { name: words.search.clear }).click(),
    ]) {
      await field.fill(query)
      await expect(shown(page, plural(hits.length, words.shown))).toBeVisible()
      await empty()
      await expect(field).toHaveValue('')
      await expect(field).toBeFocused()
      await expect(shown(page, plural(all.length, words.shown))).toBeVisible()
    }
    await expect(page.getByRole('button', { name: words.search.clear })).toHaveCount(0)
  })
}

test('marks the selected delivery method as pressed, and changes nothing else in the view', async ({ page }) => {
  await visit(page, 'delivery-frameworks')
  const group = page.getByRole('group', { name: deliveryFrameworks.methodLabel })
  const contents = async () => (await page.getByRole('main').locator('section').allInnerTexts()).slice(2)
  await expect(group.getByRole('button', { pressed: true })).toHaveText('Agile')
  const before = await contents()
  for (const label of ['Waterfall', 'Hybrid', 'Rapid', 'Agile']) {
    await group.getByRole('button', { name: label, exact: true }).click()
    await expect(group.getByRole('button', { pressed: true })).toHaveText(label)
    expect(await contents()).toEqual(before)
  }
})
