import type { Page } from '@playwright/test'
import { views } from '#content/views.ts'
import { expectView, visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'

declare global {
  interface Window {
    /** The animations that start with each view change, in the browser's order. */
    moves: { picture: string; from: number; to: number }[][]
    /** If true, the animations of a view change are paused, so that the change never ends. */
    hold?: boolean
  }
}

async function watchMoves(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moves = []
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (...asked) => {
      const change = start(...asked)
      change.ready.then(
        () => {
          const moving = document.getAnimations().filter(({ timeline }) => timeline === document.timeline)
          if (window.hold) for (const one of moving) one.pause()
          const seen = moving.flatMap(({ effect }) => {
            if (!(effect instanceof KeyframeEffect)) return []
            const { delay = 0, endTime } = effect.getComputedTiming()
            return [
              {
                picture: effect.pseudoElement ?? effect.target?.localName ?? '',
                from: delay,
                to: +(endTime ?? 0),
              },
            ]
          })
          window.moves.push(seen)
        },
        () => {},
      )
      return change
    }
  })
}

const nav = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const moves = (page: Page) => page.evaluate(() => window.moves)

test.describe('view change', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('animates the rule and then the headline, or neither if the visitor prefers reduced motion', async ({
    page,
  }) => {
    await watchMoves(page)
    await visit(page, 'services')
    await nav(page, 'About').click()
    await expectView(page, 'about')
    await expect.poll(async () => (await moves(page)).length).toBe(1)
    const [change = []] = await moves(page)
    const rule = change.find(({ picture }) => picture.startsWith('::view-transition-new'))
    const headline = change.find(({ picture }) => picture === 'h1')
    expect(rule?.to).toBeGreaterThan(100)
    expect(headline?.from).toBeGreaterThan(rule?.from ?? 0)
    // The longest duration in the style sheet.
    for (const { to } of change) expect(to).toBeLessThanOrEqual(250)
    const pictures = change.filter(({ picture, to }) => picture.includes('root') && to > 0)
    expect(pictures, 'the whole page is not animated').toEqual([])

    await page.emulateMedia({ reducedMotion: 'reduce' })
    await nav(page, 'Services').click()
    await expectView(page, 'services')
    expect(await moves(page)).toHaveLength(1)
    expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  })

  test('is interrupted at once if the visitor follows another link', async ({ page }) => {
    await watchMoves(page)
    await visit(page, 'services')
    await page.evaluate(() => {
      window.hold = true
    })
    for (const view of ['about', 'contact', 'services'] as const) {
      await nav(page, views[view].name).click()
      await expectView(page, view)
    }
    await page.goBack()
    await expectView(page, 'contact')
    await page.goForward()
    await expectView(page, 'services')
    expect((await moves(page)).length).toBeGreaterThan(0)
  })
})
