import type { Locator, Page } from '@playwright/test'
import { roiWords } from '#content/roi-calculator.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { views } from '#content/views.ts'
import { follow, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

const { summary } = roiPaper
const view = 'roi-calculator'

const field = (page: Page, name: keyof typeof roiWords): Locator =>
  page.getByRole('main').getByRole('textbox', { name: roiWords[name].label, exact: true })
const button = (page: Page, name: string): Locator =>
  page.getByRole('main').getByRole('button', { name, exact: true })

test('the team learns which fields were used, once each, and never a number', async ({ page }) => {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/rest/v1/user_interactions')) bodies.push(request.postData() ?? '')
  })
  await page.clock.install()
  await visit(page, view)
  for (const text of ['13', '137', '138.5']) await field(page, 'hours').fill(text)
  await field(page, 'cost').fill('91')
  await page.evaluate(() => Object.assign(window, { print: () => {} }))
  await button(page, summary.print).click()
  await follow(page, 'about', views.about.name)

  const sent = () => bodies.flatMap((body) => JSON.parse(body) as { event_data: Record<string, unknown> }[])
  await expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return sent().map(({ event_data }) => event_data.to)
    })
    .toContain('about')
  const used = sent().filter(({ event_data }) => event_data.action === 'calculator')
  expect(used.map(({ event_data }) => event_data)).toEqual([
    { action: 'calculator', field: 'hours' },
    { action: 'calculator', field: 'cost' },
  ])
  expect(sent().map(({ event_data }) => event_data.name)).toContain('calculator_printed')
  const told = JSON.stringify(sent().map(({ event_data }) => event_data))
  expect(told).not.toMatch(/137|138\.5|"91"/)
})
