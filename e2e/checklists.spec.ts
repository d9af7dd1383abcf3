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

test('selects a checklist tab with a click or an arrow key, and shows only that tab’s list', async ({ page }) => {
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
  const tabs = page.getByRole('tab')
  await tab(page, functional.label).click()
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true')
  for (const [key, at] of [
    ['ArrowRight', 1],
    ['ArrowRight', 2],
    ['ArrowLeft', 1],
    ['End', 5],
    ['ArrowRight', 0],
    ['ArrowLeft', 5],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tabs.nth(at)).toBeFocused()
    await expect(tabs.nth(at)).toHaveAttribute('aria-selected', 'true')
    const list = checklistTabs[at]?.list
    await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toHaveText([list?.title ?? ''])
  }
  const box = panel(page).getByRole('checkbox').first()
  for (let presses = 0; presses < 5; presses++) {
    await page.keyboard.press('Tab')
    if (await box.evaluate((element) => element === document.activeElement)) break
  }
  await page.keyboard.press('Space')
  await expect(box).toBeChecked()
})

test('counts checked items and keeps them until the visit ends, and lets the visitor clear and restore a checklist', async ({
  page,
}) => {
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

  // A new visit starts with no items checked.
  await visit(page, 'qa-checklists')
  await expect(progress(page, 0, functional.list)).toBeVisible()
  await expect(boxes.first()).not.toBeChecked()
})
