import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { formatInstant, toInstant } from './service.ts'

it(
  'interprets a typed local time in the given time zone',
  testEach(
    [
      ['an ordinary time', '2027-07-01T14:00', 'Europe/Berlin', '2027-07-01T14:00:00+02:00'],
      ['a time in UTC', '2027-07-01T14:00', 'UTC', '2027-07-01T14:00:00+00:00'],
      ['a time with seconds', '2027-07-01T14:00:30.5', 'UTC', '2027-07-01T14:00:30+00:00'],
      ['a year of six digits as one that is too far ahead', '202610-01-01T10:00', 'UTC', '9996-01-01T10:00:00+00:00'],
      // The clock skips from 02:00 to 03:00. The time 02:30 uses the offset from before the change, so it becomes
      // 03:30.
      ['a time that is skipped', '2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T03:30:00+02:00'],
      // The clock goes back from 03:00 to 02:00. The time 02:30 occurs twice, and the first one is used.
      ['a time that is repeated', '2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T02:30:00+02:00'],
    ],
    (_, text, zone, instant) => {
      expect(toInstant(text, zone)).toBe(instant)
    },
  ),
)

it(
  'leaves typed text unchanged if it is not a local time, so that the validation rules can reject it',
  testEach(['', 'tomorrow', '2027-02-30T10:00', '2027-13-01T10:00', '2027-01-01', '2027-01-01T10:00Z'], (text) => {
    expect(toInstant(text, 'Europe/Berlin')).toBe(text)
  }),
)

it('formats a time in the given time zone, with the 12-hour or the 24-hour clock', () => {
  const of = (cycle: 'h12' | null) => formatInstant('2027-07-01T14:00:00+00:00', 'Africa/Johannesburg', cycle)
  expect([of(null), of('h12')]).toEqual(['Thursday 1 July 2027, 16:00', 'Thursday 1 July 2027, 4:00 PM'])
})
