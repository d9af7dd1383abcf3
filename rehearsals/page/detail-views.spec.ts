import type { Page } from '@playwright/test'
import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import { successKit } from '#content/success-kit.ts'
import { arrivesAt, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

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
