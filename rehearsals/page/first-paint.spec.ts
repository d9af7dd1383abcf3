import { home } from '#content/home.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the picture of the proposal is never the largest thing painted', async ({ page }) => {
  await page.addInitScript(() => {
    window.largest = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        window.largest.push((entry as unknown as { element: Element | null }).element?.tagName ?? '')
    }).observe({ type: 'largest-contentful-paint', buffered: true })
  })
  await visit(page)
  const picture = page.getByRole('img', { name: home.hero.proposal.alt })
  await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.complete)).toBe(true)
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ timeline, playState }) => timeline !== document.timeline || playState === 'finished'),
  )
  await page.evaluate(
    () => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))),
  )
  expect(await page.evaluate(() => window.largest)).not.toContain('IMG')
})
declare global {
  interface Window {
    largest: string[]
  }
}
