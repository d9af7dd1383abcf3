import type { Page } from '@playwright/test'
import { type ViewId, viewIds, views } from '#content/views.ts'
import { viewHref } from '#site/lib/navigation.ts'
import { holdBack } from './hold-back.ts'
import { arrivesAt, visit } from './site.ts'
import { expect, test } from './test.ts'

declare global {
  interface Window {
    /** For each change of view: its animations as it began, in the order of their pictures. */
    moves: { picture: string; from: number; to: number }[][]
    /** Whether the animations of a change shall stand still, so that it never ends by itself. */
    hold?: boolean
  }
}

/** Notes what moves in each change of view. */
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

test('a view that came by a change is laid out to its end, although the change needs its beginning alone', async ({
  page,
}) => {
  await visit(page, 'about')
  await nav(page, 'Services').click()
  await arrivesAt(page, 'services')
  const left = () =>
    page.evaluate(
      () =>
        [...document.querySelectorAll('main > *')].filter(
          (piece) => getComputedStyle(piece).contentVisibility === 'auto',
        ).length,
    )
  await expect.poll(left).toBe(0)
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  const changed = await height()
  await visit(page, 'services')
  // The display font, which a change may bring, breaks a line elsewhere.
  expect(Math.abs((await height()) - changed)).toBeLessThan(60)
})

/** Presses links of the footer one after the other, in one task of the page. */
const pressAll = (page: Page, ...asked: ViewId[]) =>
  page.evaluate((hrefs) => {
    for (const href of hrefs) document.querySelector<HTMLElement>(`footer a[href="${href}"]`)?.click()
  }, asked.map(viewHref))

const chunkOf = (view: ViewId) => new RegExp(`/${view}-[^/]*\\.js$`)

/** A view stays the only one, for longer than another would be drawn ahead. */
async function stays(page: Page, view: ViewId): Promise<void> {
  await page.waitForTimeout(1500)
  await arrivesAt(page, view)
  await expect(page.locator('main')).toHaveCount(1)
}

test('a view that is asked for and left again before it has come is nowhere', async ({ page }) => {
  await visit(page, 'about')
  await pressAll(page, 'services', 'contact')
  await arrivesAt(page, 'contact')
  await expect(page.locator('main')).toHaveCount(1)
})

test('nor is one that comes after the view for which it was left', async ({ page }) => {
  const letCome = await holdBack(page, chunkOf('services'))
  await visit(page, 'about')
  await pressAll(page, 'services', 'contact')
  await arrivesAt(page, 'contact')
  const come = page.waitForResponse(chunkOf('services'))
  letCome()
  await (await come).finished()
  await stays(page, 'contact')
})

test('whoever presses the view that they see stays there', async ({ page }) => {
  const letCome = await holdBack(page, chunkOf('services'))
  await visit(page, 'about')
  await pressAll(page, 'services', 'about')
  const come = page.waitForResponse(chunkOf('services'))
  letCome()
  await (await come).finished()
  await stays(page, 'about')
})

test('a view is shown when it is drawn, and not when patience with the drawing ends', async ({ page }) => {
  await visit(page, 'about')
  // From here on no timer of the page ends.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await nav(page, 'Services').click()
  await arrivesAt(page, 'services')
})

test('a link that is pressed twice is one step', async ({ page }) => {
  await visit(page, 'about')
  const before = await page.evaluate(() => history.length)
  await nav(page, 'Services').dblclick()
  await arrivesAt(page, 'services')
  // A second one would come a moment later.
  await page.waitForTimeout(1500)
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
})

test('a change of view draws the rule, then its headline, within 250 ms', async ({ page }) => {
  await watchMoves(page)
  await visit(page, 'services')
  await nav(page, 'About').click()
  await arrivesAt(page, 'about')
  await expect.poll(async () => (await moves(page)).length).toBe(1)
  const [change = []] = await moves(page)
  const rule = change.find(({ picture }) => picture.startsWith('::view-transition-new'))
  const headline = change.find(({ picture }) => picture === 'h1')
  expect(rule?.to).toBeGreaterThan(100)
  expect(headline?.from).toBeGreaterThan(rule?.from ?? 0)
  for (const { to } of change) expect(to).toBeLessThanOrEqual(250)
  const pictures = change.filter(({ picture, to }) => picture.includes('root') && to > 0)
  expect(pictures, 'the whole page is not pictured').toEqual([])
})

test('whoever presses during a change is not kept waiting', async ({ page }) => {
  await watchMoves(page)
  await visit(page, 'services')
  await page.evaluate(() => {
    window.hold = true
  })
  for (const view of ['about', 'contact', 'services'] as const) {
    await nav(page, views[view].name).click()
    await arrivesAt(page, view)
  }
  await page.goBack()
  await arrivesAt(page, 'contact')
  await page.goForward()
  await arrivesAt(page, 'services')
  expect((await moves(page)).length).toBeGreaterThan(0)
})

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await watchMoves(page)
  await visit(page, 'services')
  await nav(page, 'About').click()
  await arrivesAt(page, 'about')
  await expect.poll(async () => (await moves(page)).length).toBe(1)
  expect((await moves(page)).flat().filter(({ to }) => to > 0)).toEqual([])
})

test('a browser without view transitions changes views all the same', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['startViewTransition', 'activeViewTransition'])
      Reflect.deleteProperty(Document.prototype, name)
  })
  await visit(page, 'services')
  for (const view of viewIds.filter((one) => one !== 'services')) {
    await page.getByRole('contentinfo').getByRole('link', { name: views[view].name, exact: true }).click()
    await arrivesAt(page, view)
  }
  expect(await page.evaluate(() => 'startViewTransition' in document)).toBe(false)
})
