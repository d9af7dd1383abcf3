import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { partnerCountries } from '#content/countries.ts'
import { testEach } from '#shared/lib/testing.ts'
import { momentIn, rulerOf, sentenceOf, spanIn, zoneOf } from './moments.ts'
import { sampleData } from './samples.ts'
import type { DataOf } from './types.ts'
import { writeLetter } from './write-letter.ts'

/** The partner countries' main zones, two zones without clock changes, and three zones with unusual offsets. */
const zones = [
  ...partnerCountries.map(({ zone }) => zone),
  'America/Phoenix',
  'Pacific/Honolulu',
  'Pacific/Chatham',
  'Australia/Adelaide',
  'Australia/Lord_Howe',
]

const minute = 60_000

/** Every clock change from 2026 to 2028, according to Temporal. */
function changesOf(zone: string): number[] {
  const changes: number[] = []
  let at = Temporal.ZonedDateTime.from(`2026-01-01T00:00[${zone}]`).getTimeZoneTransition('next')
  while (at && at.year <= 2028) {
    changes.push(at.epochMilliseconds)
    at = at.getTimeZoneTransition('next')
  }
  return changes
}

const clock = ({ hour, minute: past }: Temporal.ZonedDateTime) =>
  `${String(hour).padStart(2, '0')}:${String(past).padStart(2, '0')}`

const longDay = (at: Temporal.ZonedDateTime) =>
  at
    .toPlainDate()
    .toLocaleString('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    .replace(',', '')

/** Returns an offset such as `+02:00` in the format that emails use: `UTC+2`. */
function offset({ offsetNanoseconds }: Temporal.ZonedDateTime): string {
  const minutes = offsetNanoseconds / 60e9
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

const zoned = (at: number, zone: string) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone)

/**
 * Minutes from a clock change to the start of a call: a day or less before the change, at the change, or up to a day
 * later.
 */
const around = [-1440, -90, -30, -15, 0, 20, 60, 1440]

// A zone without clock changes is tested on the days of New York's clock changes.
const startsIn = (zone: string) => {
  const changes = changesOf(zone).length > 0 ? changesOf(zone) : changesOf('America/New_York')
  return changes.flatMap((at) => around.map((minutes) => at + minutes * minute))
}

describe('an email in any time zone', () => {
  it(
    'shows the same times as Temporal on the days of a clock change',
    testEach(zones, (zone) => {
      for (const at of startsIn(zone)) {
        const call = { starts: at, ends: at + 30 * minute }
        const [from, to] = [zoned(call.starts, zone), zoned(call.ends, zone)]
        const shown = spanIn(call, zone)
        expect(shown.time).toBe(`${clock(from)}–${clock(to)}`)
        expect(shown.day).toBe([...new Set([longDay(from), longDay(to)])].join(' to '))
        expect(shown.zone).toContain(offset(from))
        expect(shown.zone).toContain(offset(to))
        expect(shown.zone.includes('clocks change')).toBe(from.offset !== to.offset)
        expect(momentIn(at, zone)).toMatchObject({ time: clock(from), day: longDay(from) })
        expect(sentenceOf(at, zone)).toMatch(`${clock(from)} on ${longDay(from)} (`)
      }
    }),
  )

  it(
    'shows a call at the correct local hours on the ruler',
    testEach(zones, (zone) => {
      for (const at of startsIn(zone)) {
        const ruler = rulerOf({ starts: at, ends: at + 30 * minute }, zone)
        const first = at - (ruler?.from ?? 0) * 180 * minute
        expect(ruler?.ticks).toEqual([0, 60, 120].map((later) => clock(zoned(first + later * minute, zone))))
        expect(((ruler?.to ?? 0) - (ruler?.from ?? 0)) * 180).toBeCloseTo(30)
      }
    }),
  )
})

it('states the same time in the email, the invitation and the links on the day of a clock change', async () => {
  const usual = sampleData('call-confirmed', Date.UTC(2026, 0, 1)) as DataOf<'call-confirmed'>
  const zone = 'America/New_York'
  const [change = 0] = changesOf(zone)
  const call = { starts: change - 15 * minute, ends: change + 15 * minute }
  const { text, html, calendar } = await writeLetter({ ...usual, visitor: { ...usual.visitor, timeZone: zone }, call })
  for (const part of [text, html]) {
    expect(part).toContain(`${clock(zoned(call.starts, zone))}–${clock(zoned(call.ends, zone))}`)
    expect(part).toContain(longDay(zoned(call.starts, zone)))
  }
  const event = new ICAL.Component(ICAL.parse(calendar?.text ?? '')).getFirstSubcomponent('vevent')
  const read = ['dtstart', 'dtend'].map((name) => Date.parse(String(event?.getFirstPropertyValue(name))))
  expect(read).toEqual([call.starts, call.ends])
  const [from = '', to = ''] = [call.starts, call.ends].map((at) =>
    Temporal.Instant.fromEpochMilliseconds(at).toString(),
  )
  expect(text).toContain(`dates=${[from, to].map((one) => one.replace(/[-:]/g, '')).join('%2F')}`)
  const times = `startdt=${encodeURIComponent(from)}&enddt=${encodeURIComponent(to)}`
  for (const edition of ['live', 'office']) expect(text).toMatch(new RegExp(`outlook\\.${edition}\\.com.*${times}`))
})

it(
  'shows times in the desk’s time zone if the visitor’s time zone is invalid',
  testEach(['', 'Mars/Olympus', '+02:00', '-0500', 'Africa/Johannesburg\r\nBcc: x', '<b>', null], (zone) => {
    expect(zoneOf(zone, 'Pacific/Auckland')).toBe('Pacific/Auckland')
    expect(zoneOf(zone, 'no zone either')).toBe('UTC')
  }),
)

it(
  'identifies a time zone by its city, if it has one, and its UTC offset',
  testEach(
    [
      ['Africa/Johannesburg', 'Johannesburg time, UTC+2'],
      ['America/New_York', 'New York time, UTC−4'],
      ['Asia/Calcutta', 'Kolkata time, UTC+5:30'],
      ['UTC', 'UTC'],
      // In this zone name, the sign of the offset is reversed, so emails do not show the name.
      ['Etc/GMT+5', 'UTC−5'],
    ],
    (zone, name) => {
      expect(momentIn(Date.UTC(2026, 6, 1), zone).zone).toBe(name)
    },
  ),
)

it('names both days of a call that crosses midnight', () => {
  const starts = Date.UTC(2026, 11, 31, 23, 45)
  expect(spanIn({ starts, ends: starts + 30 * minute }, 'UTC')).toMatchObject({
    time: '23:45–00:15',
    day: 'Thursday 31 December 2026 to Friday 1 January 2027',
  })
})
