import type { Page } from '@playwright/test'
import { home } from '#content/home.ts'
import { callLabels } from '#content/strategy-call.ts'
import { heroButton } from './booking.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const { hero } = home
const replay = (page: Page) => page.getByRole('main').getByRole('checkbox', { name: hero.ruler.replay })
const drawing = (page: Page) => page.getByRole('img', { name: hero.ruler.summary })

/** How often the day of the ruler has begun in this page. */
async function countDays(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.days = 0
    document.addEventListener('animationstart', ({ target }) => {
      if (target instanceof HTMLElement && target.querySelector('h1')) window.days++
    })
  })
  return () => page.evaluate(() => window.days)
}
declare global {
  interface Window {
    days: number
  }
}

for (const [width, height] of [
  [390, 844],
  [360, 640],
  [1440, 900],
  [1280, 720],
] as const) {
  test(`what, for whom and what next stand in the first ${width} by ${height} px`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await visit(page)
    const main = page.getByRole('main')
    for (const words of [hero.eyebrow, hero.title, hero.lede, hero.offer.now])
      await expect(main.getByText(words)).toBeInViewport({ ratio: 1 })
    await expect(heroButton(page)).toBeInViewport({ ratio: 1 })
  })
}

test('the picture of the proposal is never the largest thing painted', async ({ page }) => {
  await page.addInitScript(() => {
    window.largest = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.largest.push((entry as unknown as { element: Element | null }).element?.tagName ?? '')
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await visit(page)
  const picture = page.getByRole('img', { name: hero.proposal.alt })
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ timeline, playState }) => timeline !== document.timeline || playState === 'finished'),
  )
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))))
  expect(await page.evaluate(() => window.largest)).not.toContain('IMG')
})
declare global {
  interface Window {
    largest: string[]
  }
}

test('the day goes by once, and again at a point, a press and a key', async ({ page }) => {
  const days = await countDays(page)
  await visit(page)
  await expect.poll(days).toBe(1)
  await drawing(page).hover()
  await expect.poll(days).toBe(2)
  await heroButton(page).hover()
  await page.getByText(hero.ruler.replay).click()
  await expect.poll(days).toBe(3)
  await replay(page).focus()
  await page.keyboard.press('Space')
  await expect.poll(days).toBe(4)
})

test.describe('under reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } })
  test('everything stands at its end, and nothing offers to play', async ({ page }) => {
    const days = await countDays(page)
    await visit(page)
    await drawing(page).hover()
    await expect(replay(page)).toBeHidden()
    const bars = drawing(page).locator('g').last()
    expect(await bars.evaluate((one) => getComputedStyle(one).clipPath)).toMatch(/^inset\(0(px|%)?/)
    expect(await days()).toBe(0)
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the offer and the replay are there, and no bar', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto('/')
    await page.getByText(hero.ruler.replay).click()
    await expect(replay(page)).toBeChecked()
    await expect(page.getByText(hero.offer.now)).toBeVisible()
    await expect(page.getByRole('button', { name: callLabels.short })).toHaveCount(2)
  })
})
