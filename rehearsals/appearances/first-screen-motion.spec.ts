import type { Page } from '@playwright/test'
import { home, proposalRuler } from '#content/home.ts'
import { heroButton } from '#e2e/booking.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

const { hero } = home
const replay = (page: Page) => page.getByRole('main').getByRole('checkbox', { name: hero.ruler.replay })
const drawing = (page: Page) => page.getByRole('img', { name: proposalRuler().summary })

/**
 * Counts how often the ruler's animation starts. Each start runs four animations: the sheet, the clock, the bars and
 * the line.
 */
async function countDays(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    window.starts = 0
    document.addEventListener('animationstart', ({ animationName }) => {
      // Ignores the charts' animation, which starts when the visitor scrolls.
      if (animationName !== 'sweep') window.starts++
    })
  })
  return () => page.evaluate(() => window.starts / 4)
}
declare global {
  interface Window {
    starts: number
  }
}

test.describe('home view with motion allowed', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('plays the ruler’s animation on load, and again on hover, click and key press', async ({ page }) => {
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
})
