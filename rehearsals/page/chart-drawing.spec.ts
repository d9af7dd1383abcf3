import type { Page } from '@playwright/test'
import type { ViewId } from '#content/views.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

// Charts are drawn by motion alone.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

/** The views with charts that are drawn as they come into view, and how many pieces they have. */
const charts: readonly [ViewId, number][] = [
  ['home', 4],
  ['services', 16],
  ['partner360', 4],
  ['delivery-frameworks', 6],
  ['contact', 4],
]

/** Runs in the page: of each drawn piece, how much is cut off, and whether its chart is in view as a whole. */
const pieces = () =>
  [...document.querySelectorAll('[data-sweep]')].map((piece) => {
    const chart = piece.closest('[data-chart]')?.getBoundingClientRect()
    // On its way, the right edge is a sum: `calc(40% - 6.4px)`.
    const [, right = ''] =
      /^inset\((?:calc\([^)]*\)|\S+) (calc\([^)]*\)|\S+)/.exec(getComputedStyle(piece).clipPath) ?? []
    const { width } = piece.getBoundingClientRect()
    const cut = [...right.matchAll(/(-?)\s*([\d.]+)(%|px)/g)]
      .map(([, minus, amount, unit]) => Number(`${minus}${amount}`) * (unit === '%' ? width / 100 : 1))
      .reduce((sum, part) => sum + part, 0)
    return {
      // A browser rounds what it tells.
      isWhole: cut < 0.5,
      inView: !!chart && chart.top >= 0 && chart.bottom <= innerHeight,
      isChart: !!chart,
    }
  })

const scroll = (page: Page, top: number) =>
  page.evaluate(async (to) => {
    scrollTo({ top: to, behavior: 'instant' })
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }, top)

test('a chart is drawn as it comes into view, and stands when all of it is there', async ({ page }) => {
  for (const [view, least] of charts) {
    await visit(page, view)
    const height = await page.evaluate(() => document.documentElement.scrollHeight)
    const drawn = (await page.evaluate(pieces)).filter(({ isChart }) => isChart)
    expect(drawn.length, view).toBeGreaterThanOrEqual(least)
    expect(
      drawn.some(({ isWhole }) => !isWhole),
      `${view}: below the fold something waits`,
    ).toBe(true)
    for (let top = 0; top < height; top += 170) {
      await scroll(page, top)
      const half = (await page.evaluate(pieces)).filter(({ inView, isWhole }) => inView && !isWhole)
      expect(half, `${view}, ${top} px down`).toEqual([])
    }
    await scroll(page, height)
    const open = (await page.evaluate(pieces)).filter(({ isChart, isWhole }) => isChart && !isWhole)
    expect(open, `${view}: at its end everything stands`).toEqual([])
  }
})

test('on paper, under reduced motion and without scroll timelines every chart stands', async ({ page }) => {
  const allStand = async (view: ViewId, where: string) => {
    const cut = (await page.evaluate(pieces)).filter(({ isWhole }) => !isWhole)
    expect(cut, `${view} ${where}`).toEqual([])
  }
  for (const [view] of charts) {
    await visit(page, view)
    await page.emulateMedia({ media: 'print' })
    await allStand(view, 'on paper')
    await page.emulateMedia({ media: 'screen', reducedMotion: 'reduce' })
    await allStand(view, 'under reduced motion')
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    // What a browser without them makes of the declaration.
    await page.evaluate(() => {
      for (const piece of document.querySelectorAll<HTMLElement>('[data-sweep]'))
        piece.style.animationTimeline = '--none'
    })
    await allStand(view, 'without scroll timelines')
  }
})
