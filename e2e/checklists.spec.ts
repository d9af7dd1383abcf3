import type { Page } from '@playwright/test'
import { checklistTabs, countItems } from '#content/checklists.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { views } from '#content/views.ts'
import { follow, visit } from './site.ts'
import { expect, test } from './test.ts'

const { ticking } = qaChecklists
const [functional, integration] = checklistTabs as [Tab, Tab]
type Tab = (typeof checklistTabs)[number]

const tab = (page: Page, label: string) => page.getByRole('tab', { name: new RegExp(`^${label}`) })
const panel = (page: Page) => page.getByRole('tabpanel')
const progress = (page: Page, done: number, list: Tab['list']) =>
  panel(page)
    .getByRole('status')
    .filter({ hasText: ticking.progress(done, countItems(list)) })

test('each tab shows its list alone', async ({ page }) => {
  await visit(page, 'qa-checklists')
  await expect(page.getByRole('tab')).toHaveCount(6)
  await expect(tab(page, functional.label)).toHaveAttribute('aria-selected', 'true')
  for (const { label, list } of checklistTabs) {
    await tab(page, label).click()
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(1)
    await expect(page.getByRole('tabpanel', { name: new RegExp(`^${label}`) })).toBeVisible()
    await expect(panel(page).getByRole('heading', { level: 2 })).toHaveText([list.title])
    await expect(panel(page).getByRole('checkbox')).toHaveCount(countItems(list))
  }
})

for (const width of [320, 390, 1440]) {
  test(`all tabs have bars of one length, below their words, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await visit(page, 'qa-checklists')
    const bars = await page.getByRole('tab').evaluateAll((tabs) =>
      tabs.map((one) => {
        const bar = one.querySelector('svg')?.getBoundingClientRect()
        const words = one.querySelector('span')?.getBoundingClientRect()
        return { length: Math.round(bar?.width ?? 0), isBelow: (bar?.top ?? 0) >= (words?.bottom ?? 0) }
      }),
    )
    expect(bars).toHaveLength(6)
    const length = bars[0]?.length ?? 0
    expect(length).toBeGreaterThan(80)
    expect(bars.filter((bar) => Math.abs(bar.length - length) > 1 || !bar.isBelow)).toEqual([])
  })
}

test('ticks count, outlive the view, and can be cleared and put back', async ({ page }) => {
  await visit(page, 'qa-checklists')
  const boxes = panel(page).getByRole('checkbox')
  await expect(progress(page, 0, functional.list)).toBeVisible()
  await boxes.nth(0).check()
  await boxes.nth(3).check()
  await expect(progress(page, 2, functional.list)).toBeVisible()
  await boxes.nth(3).uncheck()
  await expect(progress(page, 1, functional.list)).toBeVisible()

  await tab(page, integration.label).click()
  await expect(progress(page, 0, integration.list)).toBeVisible()
  await boxes.nth(1).check()

  await follow(page, 'about', views.about.name)
  await follow(page, 'qa-checklists', views['qa-checklists'].name)
  await expect(progress(page, 1, functional.list)).toBeVisible()
  await expect(boxes.nth(0)).toBeChecked()
  await tab(page, integration.label).click()
  await expect(boxes.nth(1)).toBeChecked()

  await panel(page).getByRole('button', { name: ticking.reset }).click()
  await expect(progress(page, 0, integration.list)).toBeVisible()
  await expect(boxes.nth(1)).not.toBeChecked()
  await panel(page).getByRole('button', { name: ticking.restore }).click()
  await expect(boxes.nth(1)).toBeChecked()
  await tab(page, functional.label).click()
  await expect(boxes.nth(0)).toBeChecked()
})

test('ticks end with the visit', async ({ page }) => {
  await visit(page, 'qa-checklists')
  await panel(page).getByRole('checkbox').first().check()
  await expect(progress(page, 1, functional.list)).toBeVisible()
  await page.reload()
  await expect(progress(page, 0, functional.list)).toBeVisible()
  await expect(panel(page).getByRole('checkbox').first()).not.toBeChecked()
})
