import { expect, it } from 'vitest'
import { durationInWords } from './duration.ts'
import { eachOf } from './testing.ts'

it(
  'says seconds in words',
  eachOf(
    [
      [0, 'a second'],
      [1, 'a second'],
      [2, '2 seconds'],
      [59, '59 seconds'],
      [60, 'a minute'],
      [61, '2 minutes'],
      [3540, '59 minutes'],
      [3541, 'an hour'],
      [3600, 'an hour'],
      [86_400, '24 hours'],
    ],
    (seconds, words) => {
      expect(durationInWords(seconds)).toBe(words)
    },
  ),
)
