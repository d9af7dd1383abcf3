import { expect, test } from 'vitest'
import { counted } from '#desk/lib/words.ts'
import { count, rate, share, signedPercent } from './numbers.ts'

test('figures are written for people', () => {
  expect([count(0), count(12_345), counted(1, 'visit'), counted(2, 'visit')]).toEqual([
    '0',
    '12,345',
    '1 visit',
    '2 visits',
  ])
})

test('shares keep a decimal where it tells something, and nothing has a share of nothing', () => {
  expect([share(62, 1000), share(94, 100), share(0, 5), share(0, 0), share(3, 2)]).toEqual([
    '6.2%',
    '94%',
    '0%',
    '–',
    '150%',
  ])
})

test('in a column all shares have a decimal', () => {
  expect([rate(1, 125), rate(11, 100), rate(0, 7), rate(3, 0)]).toEqual(['0.8%', '11.0%', '0.0%', '–'])
})

test('a change carries its sign, and one too small to be written carries none', () => {
  expect([0.12, -0.004, 0, 0.0001, 10.5].map(signedPercent)).toEqual(['+12%', '−0.4%', '0%', '0%', '+1,050%'])
})
