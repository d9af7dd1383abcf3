import type { Page } from '@playwright/test'
import { services } from '#content/services.ts'
import { successKit } from '#content/success-kit.ts'
import { isAccessible } from './axe.ts'
import { holdBack } from './hold-back.ts'
import { deedsOf, sessionOf } from './interactions.ts'
import { isAlive, visit } from './site.ts'
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

  test(`the search of ${view} finds, works with the filter, and has a way out`, async ({ page }) => {
    await visit(page, view)
    const field = page.getByRole('searchbox', { name: words.search.label })
    await field.fill(query)
    await expect(shown(page, words.shown(hits.length))).toBeVisible()
    expect(await cards(page)).toEqual(hits.map(({ title }) => title))

    const group = page.getByRole('group', { name: words.filterLabel })
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

test('what is typed before the program runs is looked for once it does', async ({ page }) => {
  const release = await holdBack(page, '**/assets/*.js')
  await page.goto('/?view=services', { waitUntil: 'commit' })
  const field = page.getByRole('searchbox', { name: services.search.label })
  await field.fill('no such thing')
  release()
  await isAlive(page)
  await expect(field).toHaveValue('no such thing')
  await expect(shown(page, services.shown(0))).toBeVisible()
})

test('a search is told once typing rests, and never an address', async ({ page, stored }) => {
  await page.clock.install()
  await visit(page, 'services')
  const session = await sessionOf(page)
  const field = page.getByRole('searchbox', { name: services.search.label })
  const rest = () => page.clock.runFor(1100)
  await field.pressSequentially('test', { delay: 50 })
  await rest()
  // The same words with a trailing blank.
  await field.press('Space')
  await rest()
  await field.fill('thandi@partner.example')
  await rest()
  await field.fill('')
  await rest()
  await page.close({ runBeforeUnload: true })
  const searches = async () =>
    deedsOf(await stored.interactions(session)).filter(([type]) => type === 'search' || type === 'engagement')
  await expect.poll(async () => (await searches()).length).toBe(3)
  const [[, search] = []] = await searches()
  expect(search).toEqual({ place: 'services', query: 'test', results: expect.any(Number) })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('there is nothing to type into', async ({ page }) => {
    await page.goto('/?view=services')
    await expect(page.getByRole('main').getByRole('status')).toHaveText([
      services.shown(services.services.length),
    ])
    await expect(page.getByRole('searchbox')).toBeHidden()
  })
})
