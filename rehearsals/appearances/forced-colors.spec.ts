import type { Locator, Page } from '@playwright/test'
import { openBooking } from '#e2e/booking.ts'
import { createMember, openDesk } from '#e2e/desk.ts'
import { mark, openRow, sendBooking, wednesday } from '#e2e/inbox.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// Forced colors are Windows contrast themes. Chromium emulates one light theme and one dark theme.
test.use({ contextOptions: { forcedColors: 'active' }, viewport: { width: 1280, height: 900 } })

/** Reads how a control is painted, without its text: background, color, borders, underlines and shadows. */
const readPaint = (control: Locator) =>
  control.evaluate((element) => {
    const { backgroundColor, color, borderColor, borderWidth, boxShadow, textDecoration } = getComputedStyle(element)
    // The browser replaces the color of a background but not its opacity.
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'color: Canvas; forced-color-adjust: none'
    const canvas = getComputedStyle(probe).color
    probe.remove()
    const ground = /^rgba.*, 0\)$/.test(backgroundColor) ? canvas : backgroundColor
    return { ground, color, border: `${borderWidth} ${borderColor}`, boxShadow, textDecoration }
  })

const readThemeColors = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.forcedColorAdjust = 'none'
    const names = ['Canvas', 'CanvasText', 'Highlight', 'HighlightText', 'LinkText']
    const colors = names.map((name) => {
      probe.style.color = name
      return getComputedStyle(probe).color
    })
    probe.remove()
    return colors
  })

/**
 * Expects that the selected control differs from its neighbor in more than text, and that both are painted in
 * system colors.
 */
async function expectDifferentPaint(chosen: Locator, other: Locator): Promise<void> {
  const [one, two] = [await readPaint(chosen), await readPaint(other)]
  const said = `${(await chosen.textContent()) ?? ''} / ${(await other.textContent()) ?? ''}`
  expect(one, said).not.toEqual(two)
  const theme = await readThemeColors(chosen.page())
  for (const { color } of [one, two]) expect(theme, said).toContain(color)
  for (const { color, ground } of [one, two]) expect(color, said).not.toBe(ground)
}

/** Compares each group's pressed or selected control with another control in the group. */
async function expectSelectedDiffer(page: Page, atLeast: number): Promise<void> {
  const groups = page.locator(
    ':is([role=group], [role=tablist], nav, tbody):has(> [aria-pressed=true], > [aria-selected=true], > [aria-current])',
  )
  expect(await groups.count()).toBeGreaterThanOrEqual(atLeast)
  const chosen = '> :is([aria-pressed=true], [aria-selected=true], [aria-current])'
  const other = '> :not([aria-pressed=true], [aria-selected=true], [aria-current])'
  for (const group of await groups.all()) {
    await expectDifferentPaint(group.locator(`:scope ${chosen}`).first(), group.locator(`:scope ${other}`).first())
  }
}

/** Expects a border whose color differs from the theme's background. */
async function expectBorder(dialog: Locator): Promise<void> {
  const [canvas] = await readThemeColors(dialog.page())
  const edge = await dialog.evaluate((element) => {
    const { borderTopWidth, borderTopStyle, borderTopColor } = getComputedStyle(element)
    return { width: Number.parseFloat(borderTopWidth), style: borderTopStyle, color: borderTopColor }
  })
  expect(edge).toEqual({
    width: expect.any(Number),
    style: 'solid',
    color: expect.not.stringMatching(canvas ?? ''),
  })
  expect(edge.width).toBeGreaterThan(0)
}

/** Expects only system colors, because a fixed color could be invisible in another theme. */
async function expectSystemColors(page: Page): Promise<void> {
  const theme = [...(await readThemeColors(page)), 'none', 'rgba(0, 0, 0, 0)']
  // When the focus returns to a button, the button fades to its final color.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((one) => one instanceof CSSTransition)
        .map(({ finished }) => finished),
    ),
  )
  const drawn = await page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('*')].map((element) => {
      const { backgroundColor, fill, stroke, color } = getComputedStyle(element)
      const isShape = element instanceof SVGElement && !(element instanceof SVGSVGElement)
      return isShape ? [fill, stroke] : [backgroundColor, color]
    }),
  )
  const strange = drawn.flat().filter((color) => !theme.includes(color) && !/^url|\/ 0\.|, 0\.\d+\)$/.test(color))
  expect([...new Set(strange)]).toEqual([])
}

for (const colorScheme of ['light', 'dark'] as const) {
  test(`makes selected controls on the site recognizable in forced-colors mode (${colorScheme})`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active', colorScheme })
    for (const view of ['services', 'success-kit', 'delivery-frameworks', 'qa-checklists'] as const) {
      await visit(page, view)
      await expectSelectedDiffer(page, 1)
      await expectSystemColors(page)
    }
    const [first, second] = [page.getByRole('checkbox').first(), page.getByRole('checkbox').nth(1)]
    await first.check()
    await expectDifferentPaint(first, second)

    await visit(page)
    await expectBorder(await openBooking(page))
    await page.keyboard.press('Escape')
    await expectSystemColors(page)
    await page.goto('/privacy')
    await expectSystemColors(page)
  })
}

test('shows in forced colors which of the desk’s controls are selected', async ({ page, server, folder }) => {
  const anna = await createMember({ folder, url: server.url }, 'owner', 'Anna')
  const word = mark()
  for (const name of ['One', 'Two']) {
    await sendBooking(server.url, { name: `${name} ${word}`, preferred_time: wednesday(10, '09:00') })
  }
  await openDesk(page, server.url, anna, '/bookings?sort=created_at')
  await openRow(page, `One ${word}`)
  await expectSelectedDiffer(page, 1)
  for (const [chosen, other] of [
    ['nav [aria-current=page]', 'nav a:not([aria-current])'],
    ['tbody tr[data-open=true]', 'tbody tr[data-open=false]'],
  ] as const) {
    await expectDifferentPaint(page.locator(chosen).first(), page.locator(other).first())
  }
  await page.keyboard.press('?')
  await expectBorder(page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
})
