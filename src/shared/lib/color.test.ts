import { expect, it } from 'vitest'
import { checkSignal, contrastOf, deepen, ink, papers, signalTokens } from './color.ts'

const presentSignal = '#fbcf0e'

it('returns the contrast 21 for black on white and 1 for equal colors', () => {
  expect([contrastOf('#000000', '#ffffff'), contrastOf('#123456', '#123456')]).toEqual([21, 1])
})

it.each([
  [presentSignal, null],
  ['#d6002a', null],
  ['#00A651', null],
  ['#0b4a8f', null],
  ['yellow', 'six digits'],
  ['#fff', 'six digits'],
  ['#ffe680', 'too light'],
  ['#ffffff', 'too light'],
  ['#001f3f', 'too dark'],
  ['#000000', 'too dark'],
  ['#7f7f7f', 'hard to read'],
])('checks the signal color %s: %s', (color, reason) => {
  expect(checkSignal(color)).toEqual(reason && expect.stringContaining(reason))
})

it('writes ink on a light signal color, which is also readable as text on dark backgrounds', () => {
  expect(signalTokens(presentSignal)).toBe(
    `@media (forced-colors:none){:root{--signal:#fbcf0e;--signal-deep:#e4bc0d;--on-signal:${ink};--signal-text:#fbcf0e}}`,
  )
})

it('writes white on a dark signal color, and uses ink for text on dark backgrounds', () => {
  expect(signalTokens('#0b4a8f')).toContain('--on-signal:#ffffff;--signal-text:var(--ink)')
})

it.each([presentSignal, '#0b4a8f', '#d6002a'])('makes lines in %s more visible on every paper', (color) => {
  const worst = (line: string) => Math.min(...[...papers.light, ...papers.dark].map((paper) => contrastOf(line, paper)))
  expect(worst(deepen(color))).toBeGreaterThan(worst(color))
})
