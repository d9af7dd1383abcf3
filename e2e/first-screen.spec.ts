import type { Page } from '@playwright/test'
import { home, proposalRuler } from '#content/home.ts'
import { heroButton } from './booking.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const { hero } = home
const replay = (page: Page) => page.getByRole('main').getByRole('checkbox', { name: hero.ruler.replay })
const drawing = (page: Page) => page.getByRole('img', { name: proposalRuler().summary })

declare global {
  interface Window {
    days: number
  }
}

test('shows the offer, the audience and the next step on the first screen of phones and laptops', async ({ page }) => {
  await visit(page)
  const main = page.getByRole('main')
  for (const [width, height] of [
    [390, 844],
    [360, 640],
    [1440, 900],
    [1280, 720],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const words of [hero.eyebrow, hero.title, hero.lede, hero.offer.now])
      await expect(main.getByText(words), `${width} by ${height}: ${words}`).toBeInViewport({ ratio: 1 })
    await expect(heroButton(page), `${width} by ${height}`).toBeInViewport({ ratio: 1 })
  }
  // With reduced motion, the drawing shows the end of the day and has no play button.
  await drawing(page).hover()
  await expect(replay(page)).toBeHidden()
  const bars = drawing(page).locator('g').last()
  expect(await bars.evaluate((one) => getComputedStyle(one).clipPath)).toMatch(/^inset\(0(px|%)?/)
})
