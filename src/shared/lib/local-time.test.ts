import { Temporal } from 'temporal-polyfill'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  dayOfMonth,
  dayRange,
  formatDuration,
  formatLongTime,
  formatShortDay,
  formatShortTime,
  formatTimeOfDay,
  formatWallClock,
  formatWithOffset,
  hourCycleOf,
  hourLabel,
  parseInstantRange,
  parseWallClock,
  splitAtMidnight,
  timeRange,
  utcOffsetHours,
} from './local-time.ts'
import { testEach } from './testing.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const cases = [
  ['Africa/Johannesburg', '2026-11-25T14:00', '2026-11-25T14:00:00+02:00'],
  ['America/New_York', '2026-11-25T14:00', '2026-11-25T14:00:00-05:00'],
  ['Pacific/Auckland', '2026-11-25T14:00', '2026-11-25T14:00:00+13:00'],
  ['Asia/Kolkata', '2026-11-25T14:00', '2026-11-25T14:00:00+05:30'],
  ['America/St_Johns', '2026-07-01T09:15', '2026-07-01T09:15:00-02:30'],
  ['UTC', '2026-11-25T00:00', '2026-11-25T00:00:00+00:00'],
  // The clock change skips this time, so the time moves forward.
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T03:30:00-04:00'],
  // The clock change repeats this time; the first occurrence applies.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T01:30:00-04:00'],
  // Times near the clock change.
  ['America/New_York', '2026-11-01T12:00', '2026-11-01T12:00:00-05:00'],
  ['America/New_York', '2026-10-31T12:00', '2026-10-31T12:00:00-04:00'],
  ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-04T02:45:00+11:00'],
] as const

describe('parseWallClock', () => {
  it(
    'returns the instant of a local time, even around a clock change',
    testEach(cases, (zone, wall, expected) => {
      const temporal = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, {
        disambiguation: 'compatible',
      })
      expect(parseWallClock(wall, zone), 'named').toBe(expected)
      expect(new Date(expected).getTime()).toBe(temporal.epochMilliseconds)
      vi.stubEnv('TZ', zone)
      expect(parseWallClock(wall), 'local').toBe(expected)
    }),
  )

  it('returns text unchanged if it is not a time', () => {
    expect(['', 'soon', '2026-02-31T10:00x'].map((text) => parseWallClock(text, 'UTC'))).toEqual([
      '',
      'soon',
      '2026-02-31T10:00x',
    ])
  })
})

describe('formatWallClock', () => {
  it('formats an instant to the minute in the local time zone or in a given time zone', () => {
    const at = new Date('2026-11-20T13:59:59.999Z')
    expect(formatWallClock(at, 'America/St_Johns')).toBe('2026-11-20T10:29')
    vi.stubEnv('TZ', 'Australia/Sydney')
    expect(formatWallClock(at)).toBe('2026-11-21T00:59')
    expect(formatWallClock(at, 'Europe/Berlin')).toBe('2026-11-20T14:59')
  })
})

describe('formatWithOffset', () => {
  it('distinguishes the two occurrences of a repeated hour', () => {
    const both = ['2026-11-01T05:30Z', '2026-11-01T06:30Z'].map((at) =>
      formatWithOffset(new Date(at), 'America/New_York'),
    )
    expect(both).toEqual(['2026-11-01T01:30:00-04:00', '2026-11-01T01:30:00-05:00'])
  })
})

it('formats dates and times according to the given hour cycle', () => {
  expect(formatShortDay('2026-11-24', 'h23')).toBe('Tue 24 Nov')
  expect([dayOfMonth('2026-11-24', 'h23'), dayOfMonth('2026-11-24', 'us')]).toEqual(['24 Nov', 'Nov 24'])
  expect(formatShortTime('2026-11-30T08:00', 'us')).toBe('Mon, Nov 30, 8:00 AM')
  expect(formatLongTime('2026-11-30T08:00', 'us')).toBe('Monday, November 30, 2026, 8:00 AM')
  expect(formatShortTime('2026-09-05T09:15', 'h23')).toBe('Sat 5 Sep, 09:15')
  expect(formatShortTime('2026-09-05T00:15', 'h12')).toBe('Sat 5 Sep, 12:15 AM')
})

it(
  "uses the locale's hour cycle and date order, and the 24-hour cycle if the locale is invalid",
  testEach(
    [
      ['en-US', 'us'],
      ['en-CA', 'us'],
      ['en-AU', 'h12'],
      ['en-NZ', 'h12'],
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

it('formats the hours after midnight and noon as 12 AM and 12 PM', () => {
  const shown = ['00:15', '09:00', '12:30', '23:45'].map((time) => formatTimeOfDay(time, 'h12'))
  expect(shown).toEqual(['12:15 AM', '9:00 AM', '12:30 PM', '11:45 PM'])
  expect(formatTimeOfDay('24:00', 'us')).toBe('12:00 AM')
  expect(formatTimeOfDay('09:00', 'h23')).toBe('09:00')
})

it('shows AM or PM only once if a time range starts and ends in the same half of the day', () => {
  expect(timeRange('14:00', '14:30', 'us')).toBe('2:00–2:30 PM')
  expect(timeRange('11:30', '12:00', 'us')).toBe('11:30 AM–12:00 PM')
  expect(timeRange('01:00', '24:00', 'us')).toBe('1:00 AM–12:00 AM')
  expect(timeRange('01:00', '24:00', 'h23')).toBe('01:00–24:00')
})

it('labels full hours in the given hour cycle', () => {
  expect([8, 12, 24].map((hour) => hourLabel(hour, 'us'))).toEqual(['8 AM', '12 PM', '12 AM'])
  expect([8, 12, 24].map((hour) => hourLabel(hour, 'h23'))).toEqual(['08', '12', '24'])
})

describe('dayRange', () => {
  it(
    'states a month or year only once if both days share it',
    testEach(
      [
        ['2026-11-23', '2026-11-29', '23 to 29 Nov 2026', 'Nov 23 to 29, 2026'],
        ['2026-10-25', '2026-11-21', '25 Oct to 21 Nov 2026', 'Oct 25 to Nov 21, 2026'],
        ['2025-12-28', '2026-01-03', '28 Dec 2025 to 3 Jan 2026', 'Dec 28, 2025 to Jan 3, 2026'],
        ['2026-11-21', '2026-11-21', '21 Nov 2026', 'Nov 21, 2026'],
      ],
      (from, until, dayFirst, monthFirst) => {
        expect(dayRange(from, until, 'h12')).toBe(dayFirst)
        expect(dayRange(from, until, 'us')).toBe(monthFirst)
      },
    ),
  )

  it('omits the year or writes the month in full if an option says so', () => {
    expect(dayRange('2025-12-28', '2026-01-03', 'us', { hasYear: false })).toBe('Dec 28 to Jan 3')
    expect(dayRange('2026-11-23', '2026-11-29', 'h23', { month: 'long' })).toBe('23 to 29 November 2026')
  })
})

describe('utcOffsetHours', () => {
  it(
    'returns the offset of a time zone in hours',
    testEach(
      [
        ['Africa/Johannesburg', '2026-01-15T00:00:00Z', 2],
        ['America/New_York', '2026-01-15T00:00:00Z', -5],
        ['America/New_York', '2026-07-15T00:00:00Z', -4],
        ['Asia/Kolkata', '2026-01-15T00:00:00Z', 5.5],
        ['America/St_Johns', '2026-07-15T00:00:00Z', -2.5],
        ['Europe/London', '2026-01-15T00:00:00Z', 0],
        ['UTC', '2026-01-15T00:00:00Z', 0],
      ],
      (zone, at, hours) => {
        expect(utcOffsetHours(zone, new Date(at))).toBe(hours)
      },
    ),
  )
})

describe('splitAtMidnight', () => {
  it('returns a range within one day unchanged', () => {
    expect(splitAtMidnight(7, 15)).toEqual([{ from: 7, to: 15 }])
  })
  it('splits a range that crosses midnight', () => {
    expect(splitAtMidnight(20, 28)).toEqual([
      { from: 20, to: 24 },
      { from: 0, to: 4 },
    ])
  })
  it('counts negative hours backward from midnight', () => {
    expect(splitAtMidnight(-4, 4)).toEqual([
      { from: 20, to: 24 },
      { from: 0, to: 4 },
    ])
  })
  it('does not split a range that ends at midnight', () => {
    expect(splitAtMidnight(16, 24)).toEqual([{ from: 16, to: 24 }])
  })
})

it(
  'describes a number of seconds in words',
  testEach(
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
      expect(formatDuration(seconds)).toBe(words)
    },
  ),
)

describe('parseInstantRange', () => {
  it.each([
    ['["2026-11-25 14:00:00+00","2026-11-25 14:30:00+00")', '2026-11-25T14:00:00.000Z', '2026-11-25T14:30:00.000Z'],
    [
      '["2026-11-25 19:30:00+05:30","2026-11-25 20:00:00.25+05:30")',
      '2026-11-25T14:00:00.000Z',
      '2026-11-25T14:30:00.250Z',
    ],
    ['["2026-11-25 09:00:00-05","2026-11-25 09:30:00-05"]', '2026-11-25T14:00:00.000Z', '2026-11-25T14:30:00.000Z'],
  ])('reads %s', (range, start, end) => {
    expect(parseInstantRange(range)).toEqual({ start, end })
  })

  it(
    'throws an error for an invalid range',
    testEach(['', 'empty', '[,)', '["2026-11-25 14:00:00+00",)'], (range) => {
      expect(() => parseInstantRange(range)).toThrow()
    }),
  )
})
