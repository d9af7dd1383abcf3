import type { Page } from '@playwright/test'
import { viewIds } from '#content/views.ts'
import { visit } from '#e2e/site.ts'
import { expect, test } from '#e2e/test.ts'
import { PageTraffic } from './traffic.ts'

interface BackgroundEdge {
  at: number
  /** The contrast ratio of the two backgrounds. */
  contrast: number
  hasRule: boolean
}

/**
 * Runs in the page. Returns, from top to bottom, the edges between full-width backgrounds, and also the positions
 * at which another color scheme has an edge.
 */
function findBandEdges(elsewhere: readonly number[]): BackgroundEdge[] {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (!pen) throw new Error('This browser has no 2D canvas.')
  const luminance = (color: string) => {
    pen.clearRect(0, 0, 1, 1)
    pen.fillStyle = color
    pen.fillRect(0, 0, 1, 1)
    const linear = [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((byte) => {
      const part = byte / 255
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    })
    const [red = 0, green = 0, blue = 0] = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const wide = [...document.querySelectorAll('html, body, #root *')].flatMap((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    const fills = left <= 0 && right >= document.documentElement.clientWidth && bottom > top
    if (!fills || ['fixed', 'sticky'].includes(style.position)) return []
    const paints = !/^rgba\(.*, 0\)$|transparent/.test(style.backgroundColor)
    return [{ top: top + scrollY, bottom: bottom + scrollY, style, paints }]
  })
  const groundAt = (y: number) =>
    wide.findLast(({ top, bottom, paints }) => paints && top <= y && y < bottom)?.style.backgroundColor ?? ''
  const edges = new Set(wide.filter(({ paints }) => paints).flatMap(({ top, bottom }) => [top, bottom]))
  return [...new Set([...edges, ...elsewhere])]
    .filter((y) => y > 4 && y < document.documentElement.scrollHeight - 4)
    .sort((one, other) => one - other)
    .flatMap((y) => {
      const [above, below] = [groundAt(y - 2), groundAt(y + 2)]
      if (above === below && !elsewhere.includes(y)) return []
      const [one, other] = [luminance(above), luminance(below)]
      const has = (edge: number, side: 'Top' | 'Bottom') =>
        wide.some(({ top, bottom, style }) => {
          const at = side === 'Top' ? top : bottom
          return Math.abs(at - edge) < 2 && Number.parseFloat(style[`border${side}Width`]) > 0
        })
      return [
        {
          at: y,
          contrast: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05),
          hasRule: has(y, 'Top') || has(y, 'Bottom'),
        },
      ]
    })
}

async function checkBands(page: Page, where: string, places: readonly number[]): Promise<BackgroundEdge[]> {
  const found = await page.evaluate(findBandEdges, places)
  for (const { at, contrast, hasRule } of found)
    expect(hasRule ? 1.15 : contrast, `${where}, ${at.toFixed(0)} px down`).toBeGreaterThanOrEqual(1.15)
  return found
}

for (const width of [390, 1440]) {
  test(`keeps adjacent background bands distinct in light and dark mode at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    // Both color schemes are compared at the same positions, so lazy-loaded content must already be in place.
    const traffic = new PageTraffic(page)
    let seen = 0
    for (const view of viewIds) {
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
      await visit(page, view)
      await traffic.rests()
      const light = await checkBands(page, `${view} in light`, [])
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
      const places = light.map(({ at }) => at)
      seen += (await checkBands(page, `${view} in dark`, places)).length
    }
    expect(seen, 'the views have bands').toBeGreaterThan(viewIds.length)
  })
}
