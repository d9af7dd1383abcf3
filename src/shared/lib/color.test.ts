import { describe, expect, it } from 'vitest'
import { checkSignal, contrastOf, deepen, ink, papers, readableOn, signalTokens } from './color.ts'

const presentSignal = '#fbcf0e'

describe('contrastOf', () => {
  it('returns 21 for black on white and 1 for equal colors', () => {
    expect([contrastOf('#000000', '#ffffff'), contrastOf('#123456', '#123456')]).toEqual([21, 1])
  })
})

describe('checkSignal', () => {
  it('accepts the present color, a red, a green and a dark blue', () => {
    for (const color of [presentSignal, '#d6002a', '#00A651', '#0b4a8f']) expect(checkSignal(color), color).toBeNull()
  })

  it.each([
    ['yellow', 'six digits'],
    ['#fff', 'six digits'],
    ['#ffe680', 'too light'],
    ['#ffffff', 'too light'],
    ['#001f3f', 'too dark'],
    ['#000000', 'too dark'],
    ['#7f7f7f', 'hard to read'],
  ])('refuses %s and says why: %s', (color, reason) => {
    expect(checkSignal(color)).toContain(reason)
  })
})

describe('signalTokens', () => {
  it('writes ink on a light color, and uses the color also for text on dark backgrounds', () => {
    expect(signalTokens(presentSignal)).toBe(
      `@media (forced-colors:none){:root{--signal:#fbcf0e;--signal-deep:#e4bc0d;--on-signal:${ink};--signal-text:#fbcf0e}}`,
    )
  })

  it('writes white on a dark color, and uses ink for text on dark backgrounds', () => {
    const tokens = signalTokens('#0b4a8f')
    expect(tokens).toContain('--on-signal:#ffffff;--signal-text:var(--ink)')
    expect(readableOn('#0b4a8f')).toBe('#ffffff')
  })
})

describe('deepen', () => {
  it.each([presentSignal, '#0b4a8f', '#d6002a'])(
    'keeps lines in a darker or lighter %s visible on every paper',
    (color) => {
      const worst = (line: string) =>
        Math.min(...[...papers.light, ...papers.dark].map((paper) => contrastOf(line, paper)))
      expect(worst(deepen(color))).toBeGreaterThan(worst(color))
    },
  )
})
