import { expect, it } from 'vitest'
import { hourCycleOf, timeOfDay } from './hour-cycle.ts'
import { eachOf } from './testing.ts'

it(
  'is that of the locale, and 24 hours of what is none',
  eachOf(
    [
      ['en-US', 'h12'],
      ['en-GB', 'h23'],
      ['de', 'h23'],
      ['hi-IN', 'h12'],
      ['*', 'h23'],
      ['"<b>', 'h23'],
    ],
    (locale, cycle) => {
      expect(hourCycleOf(locale)).toBe(cycle)
    },
  ),
)

it('has two times of day that begin with 12', () => {
  const shown = ['00:15', '09:00', '12:30', '23:45'].map((time) => timeOfDay(time, 'h12'))
  expect(shown).toEqual(['12:15 AM', '9:00 AM', '12:30 PM', '11:45 PM'])
  expect(timeOfDay('09:00', 'h23')).toBe('09:00')
})
