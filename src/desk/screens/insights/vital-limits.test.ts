import { expect, test } from 'vitest'
import { CLSThresholds, FCPThresholds, INPThresholds, LCPThresholds, TTFBThresholds } from 'web-vitals'
import { measureInWords, verdictOf, vitalLimits } from './vital-limits.ts'

test('thresholds are those of the library that measures', () => {
  expect(Object.entries(vitalLimits).map(([name, { good, poor }]) => [name, good, poor])).toEqual([
    ['LCP', ...LCPThresholds],
    ['INP', ...INPThresholds],
    ['CLS', ...CLSThresholds],
    ['FCP', ...FCPThresholds],
    ['TTFB', ...TTFBThresholds],
  ])
})

test('a threshold itself still counts as the better', () => {
  const judge = (name: string, value: number) => {
    const limits = vitalLimits[name]
    return limits && verdictOf(value, limits)
  }
  expect([judge('LCP', 2500), judge('LCP', 2501), judge('LCP', 4000), judge('LCP', 4001)]).toEqual([
    'good',
    'needs work',
    'needs work',
    'poor',
  ])
  expect([judge('CLS', 0.1), judge('CLS', 0.104), judge('INP', 501)]).toEqual(['good', 'needs work', 'poor'])
})

test('a measure is written as finely as a threshold may turn on it', () => {
  expect([
    measureInWords(180.4, 'ms'),
    measureInWords(2311, 'ms'),
    measureInWords(2500, 'ms'),
    measureInWords(0.104, 'score'),
    measureInWords(0, 'score'),
  ]).toEqual(['180 ms', '2.31 s', '2.5 s', '0.104', '0'])
})
