import type { Page } from '@playwright/test'

export const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

/** Moves a finger up or down in the middle of the page; the browser scrolls as it does for a real finger. */
export async function swipe(page: Page, way: 'up' | 'down'): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: width / 2, y }] })
  const steps = Array.from({ length: 25 }, (_, step) => height * (0.85 - 0.028 * step))
  const [first = 0, ...rest] = way === 'up' ? steps : steps.reverse()
  await touch('touchStart', first)
  for (const y of rest) await touch('touchMove', y)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await session.detach()
}
