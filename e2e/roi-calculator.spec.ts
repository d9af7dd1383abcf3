import type { Locator, Page } from '@playwright/test'
import { roiCalculator, roiWords } from '#content/roi-calculator.ts'
import { roiPaper } from '#content/roi-paper.ts'
import { callLabels } from '#content/strategy-call.ts'
import { views } from '#content/views.ts'
import { isAccessible } from './axe.ts'
import { dialogOf, fieldsOf, fillBooking, openBooking, someBooking, submitOf } from './booking.ts'
import { follow, translate, visit, waitForHydration } from './site.ts'
import { expect, test } from './test.ts'

const { chart } = roiCalculator
const { summary } = roiPaper
const view = 'roi-calculator'

const field = (page: Page, name: keyof typeof roiWords): Locator =>
  page.getByRole('main').getByRole('textbox', { name: roiWords[name].label, exact: true })
const answer = (page: Page): Locator => page.getByRole('main').getByRole('status').filter({ hasText: 'You spend' })
const month = (page: Page): Locator => page.getByRole('figure', { name: chart.month.title }).getByRole('img')
const button = (page: Page, name: string): Locator => page.getByRole('main').getByRole('button', { name, exact: true })
/** The button next to the numbers; the banner below has another button. */
const bookThis = (page: Page): Locator => button(page, callLabels.long).first()
const example = 'You spend 96 hours a month on proposals. With us you spend 32 and get 64 back.'

test('updates the calculator’s result, chart and formula while the visitor types, and keeps the numbers across views', async ({
  page,
}) => {
  await visit(page, view)
  await expect(answer(page)).toContainText(example)
  await expect(month(page)).toHaveAccessibleName('Today: 96 hours. With us: 32 hours. 64 hours freed')
  const bar = month(page).locator('rect').first()
  const before = await bar.getAttribute('width')

  await field(page, 'proposals').fill('10')
  await field(page, 'hours').fill('20')
  await field(page, 'cost').fill('$75')
  await field(page, 'speed').fill('4')
  await field(page, 'price').fill('1,500')
  await expect(answer(page)).toContainText(
    'You spend 200 hours a month on proposals. With us you spend 50 and get 150 back.',
  )
  await expect(month(page)).toHaveAccessibleName('Today: 200 hours. With us: 50 hours. 150 hours freed')
  expect(await bar.getAttribute('width')).not.toBe(before)
  const main = page.getByRole('main')
  for (const line of ['200 ÷ 4', '150 × $75', '≈ $11,300 a month', '$11,300 − $1,500', '= $9,800 a month'])
    await expect(main).toContainText(line)

  await follow(page, 'about', views.about.name)
  await page.goBack()
  await expect(field(page, 'hours')).toHaveValue('20')
  await expect(answer(page)).toContainText('200 hours')
  await button(page, roiCalculator.reset).click()
  await expect(field(page, 'hours')).toHaveValue('12')
  await expect(answer(page)).toContainText(example)

  // The chart is redrawn in the next frame after a key is pressed.
  const drawn = await page.evaluate((id) => {
    const input = document.getElementById(id) as HTMLInputElement
    const chart = document.querySelector('main figure [role=img]')
    input.value = '24'
    input.dispatchEvent(new InputEvent('input', { bubbles: true }))
    return new Promise((told) => requestAnimationFrame(() => told(chart?.getAttribute('aria-label'))))
  }, 'roi-hours')
  expect(drawn).toBe('Today: 192 hours. With us: 64 hours. 128 hours freed')
})

test('explains invalid calculator input next to its field, and keeps the last valid result', async ({ page }) => {
  await visit(page, view)
  await field(page, 'hours').fill('10')
  await field(page, 'hours').fill('-4')
  await expect(field(page, 'hours')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'hours')).toHaveAccessibleDescription('Too small: the minimum is 0.5.')
  await expect(answer(page)).toContainText('You spend 80 hours a month')
  await expect(answer(page)).toContainText(roiCalculator.waiting(roiWords.hours.label))
  await isAccessible(page)
  await field(page, 'hours').fill('11')
  await expect(field(page, 'hours')).not.toHaveAttribute('aria-invalid')
  await expect(answer(page)).toContainText('You spend 88 hours a month')
  await expect(answer(page)).not.toContainText(roiCalculator.waiting(roiWords.hours.label))

  await field(page, 'cost').fill('1.050')
  await expect(field(page, 'cost')).toHaveAccessibleDescription(roiCalculator.which)
  await expect(answer(page)).toContainText(roiCalculator.waiting(roiWords.cost.label))
  await isAccessible(page)
  await button(page, '1\u00a0050').click()
  await expect(field(page, 'cost')).toBeFocused()
  await expect(field(page, 'cost')).toHaveValue('1\u00a0050')
  await expect(page.getByRole('main')).toContainText('× $1,050')
})

test('keeps the calculator’s numbers correct even if a translation tool has replaced every text on the page', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shown = async (isTranslated: boolean) => {
    await visit(page, view)
    const main = page.getByRole('main')
    await button(page, summary.copy).click()
    if (isTranslated) await main.evaluate(translate)
    await field(page, 'hours').fill('20')
    await field(page, 'deal').fill('30,000')
    await field(page, 'price').fill('1.050')
    await button(page, '1\u00a0050').click()
    await button(page, summary.link).click()
    await expect(page.getByText(summary.linkCopied)).toBeVisible()
    return main.innerText()
  }
  expect(await shown(true)).toBe(await shown(false))
})

test('restores the calculator’s numbers from a link, and copies its summary', async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await visit(page, view)
  await field(page, 'hours').fill('30')
  await page.getByLabel(roiCalculator.currencyLabel).selectOption('AUD')
  await button(page, summary.link).click()
  await expect(page.getByText(summary.linkCopied)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${baseURL}/?view=roi-calculator#hours=30&currency=AUD`)

  await page.goto('about:blank')
  await page.goto(link)
  await waitForHydration(page)
  await expect(field(page, 'hours')).toHaveValue('30')
  await expect(answer(page)).toContainText('You spend 240 hours a month')
  await expect(page.getByRole('main')).toContainText('160 × A$60')

  await page.goto('about:blank')
  await visit(page, view)
  // The summary is copied as text; if the browser refuses, the sheet is selected instead.
  await button(page, summary.copy).click()
  await expect(page.getByText(summary.copied)).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(example)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await button(page, summary.copy).click()
  await expect(page.getByText(summary.blocked)).toBeVisible()
  expect(await page.evaluate(() => getSelection()?.toString())).toContain('Team cost per hour')
})

test('prints on one page only the calculator’s result, numbers, chart, formula and limitations', async ({ page }) => {
  await visit(page, view)
  await page.evaluate(() => Object.assign(window, { print: () => Object.assign(window, { printed: true }) }))
  await button(page, summary.print).click()
  expect(await page.evaluate(() => 'printed' in window)).toBe(true)

  await field(page, 'price').fill('900')
  await field(page, 'gain').fill('5')
  await page.emulateMedia({ media: 'print' })
  const main = page.getByRole('main')
  for (const text of [example, summary.heading, roiPaper.formula.title, roiPaper.limits.items[0]])
    await expect(main.getByText(text).filter({ visible: true }).first()).toBeVisible()
  await expect(month(page)).toBeVisible()
  for (const hidden of [field(page, 'hours'), button(page, summary.print), page.getByRole('banner')])
    await expect(hidden).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  const pdf = (await page.pdf({ format: 'A4', margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' } }))
    .toString('latin1')
    .match(/\/Type\s*\/Page\b/g)
  expect(pdf).toHaveLength(1)
})

test('appends the calculator’s numbers to the text that the visitor has already typed into the booking form', async ({
  page,
  stored,
}) => {
  const wanted = someBooking({ message: 'We lost two tenders in May.' })
  await visit(page)
  await fillBooking(await openBooking(page), wanted)
  await page.keyboard.press('Escape')
  await follow(page, view, views[view].name)
  await field(page, 'hours').fill('10')
  await field(page, 'deal').fill('15,000')
  await bookThis(page).click()
  const dialog = dialogOf(page)
  const { message } = fieldsOf(dialog)
  await expect(message).toHaveValue(/^We lost two tenders in May\.\n\nROI calculator/)

  // New numbers replace the numbers that were added earlier.
  await page.keyboard.press('Escape')
  await field(page, 'hours').fill('20')
  await bookThis(page).click()
  await expect(message).toHaveValue(/You spend 160 hours a month on proposals\./)
  const typed = await message.inputValue()
  expect(typed.match(/ROI calculator/g)).toHaveLength(1)
  await message.fill(`${typed}\nPlease call before noon.`)
  await submitOf(dialog).click()
  await expect(dialog.getByRole('status')).toBeVisible()
  const [row, ...others] = await stored.bookings(wanted.email)
  expect(others).toEqual([])
  expect(row?.monthly_revenue).toBe('$30,000 a month from won deals (2 deals × $15,000)')
  expect(row?.message).toBe(`${typed}\nPlease call before noon.`)
})
