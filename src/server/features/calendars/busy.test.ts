import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '#shared/lib/testing.ts'
import { busyOf } from './busy.ts'
import { calendarsOf } from './lines.ts'
import { fileOf, readForTest as read, windowForTest as window } from './testing.ts'
import { ReadingError } from './types.ts'

it('merges overlapping busy times from calendar files, but counts each event separately', () => {
  const at = (hour: number) => [`DTSTART:20261123T${hour}0000Z`, 'DURATION:PT90M']
  const { busy, events } = busyOf([fileOf(at(10), at(11)), fileOf(at(15))].map(calendarsOf), window)
  expect([busy.length, events]).toEqual([2, 3])
})

describe('the calendar reader', () => {
  it('ignores lines with syntax errors if the start and end of the event are valid', () => {
    const file = fileOf([
      'DTSTART:20261123T090000Z',
      'DTEND:20261123T100000Z',
      'DESCRIPTION:first',
      'a line that went astray',
      'BEGIN:VALARM',
      'DURATION:PT15M',
      'END:VALARM',
      `X-LONG:${'x'.repeat(5_000_000)}`,
      'DTSTAMP:yesterday',
      'EXDATE:never',
      'RRULE:FREQ=DAILY;COUNT=1;BYDAY=XX',
    ])
    expect(read(file)).toEqual(['11-23T09:00 11-23T10:00'])
    expect(read(file.replaceAll('\r\n', '\n').replace('DTEND:2026', 'DTEND:\n 2026'))).toHaveLength(1)
  })

  it('finds no busy times in a calendar without events', () => {
    expect(read(fileOf())).toEqual([])
  })

  it.each([
    ['every second forever', fileOf(['DTSTART:19700101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'])],
    ['every minute forever', fileOf(['DTSTART:20261101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=MINUTELY'])],
    [
      'a thousand rules',
      fileOf(...Array.from({ length: 1000 }, () => ['DTSTART:20200101T000000Z', 'DURATION:PT1H', 'RRULE:FREQ=HOURLY'])),
    ],
    ['a hundred thousand events', fileOf(...Array.from({ length: 100_000 }, () => ['DTSTART:20261123T090000Z']))],
  ])('refuses a file with too many events (%s)', (_, text) => {
    expect(() => read(text)).toThrow('too-many-events')
  })
})

it('reads or refuses every calendar file without crashing', () => {
  const word = fc.oneof(
    fc.constantFrom('20261123T090000Z', '20261123T090000', '20261123', '99999999T999999Z', '20260231', '00000000'),
    fc.constantFrom(
      'PT1H',
      'P',
      '-P1D',
      'P9999999999D',
      'PT99999999999H',
      'P1W',
      '/PT1H',
      '20261123T090000Z/PT1H',
      ',',
    ),
    fc.constantFrom(
      'FREQ=DAILY',
      ';COUNT=3',
      ';UNTIL=99999999',
      ';UNTIL=20261301T250000Z',
      ';BYDAY=MO,9XX',
      ';INTERVAL=0',
    ),
    fc.constantFrom(
      'FREQ=YEARLY;BYMONTH=13',
      'FREQ=WEEKLY;BYSETPOS=400',
      ';BYMONTHDAY=-40',
      ';WKST=ZZ',
      ';RSCALE=CHINESE',
    ),
    fc.constantFrom(
      '+9999',
      '-0000',
      '+01',
      'Europe/Berlin',
      'mine',
      'W. Europe Standard Time',
      '"',
      '\\',
      '^n',
      'é',
      '\u0000',
    ),
    fc.string({ maxLength: 6 }),
  )
  const name = fc.constantFrom(
    ...['DTSTART', 'DTEND', 'DURATION', 'RRULE', 'RDATE', 'EXDATE', 'RECURRENCE-ID', 'STATUS', 'UID', 'TZID'],
    ...[
      'TZOFFSETFROM',
      'TZOFFSETTO',
      'DTSTART;VALUE=DATE',
      'DTSTART;TZID=mine',
      'EXDATE;VALUE=DATE',
      'RDATE;VALUE=PERIOD',
    ],
    ...['DTSTART;TZID=', 'DTSTART;;', 'BEGIN', 'END'],
  )
  const line = fc
    .tuple(name, fc.array(word, { minLength: 1, maxLength: 3 }))
    .map(([what, said]) => `${what}:${said.join('')}`)
  const part = fc.tuple(fc.constantFrom('VEVENT', 'VTIMEZONE', 'STANDARD', 'VALARM'), fc.array(line, { maxLength: 6 }))
  const wellKnown = ['DTSTART:20261123T090000Z', 'DURATION:PT1H']
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const lines = parts.flatMap(([what, said]) => [`BEGIN:${what}`, ...said, `END:${what}`])
      const file = ['BEGIN:VCALENDAR', 'BEGIN:VEVENT', ...wellKnown, 'END:VEVENT', ...lines, 'END:VCALENDAR'].join(
        '\r\n',
      )
      try {
        const { busy } = busyOf([calendarsOf(file)], window)
        for (const [from, until] of busy) expect(from).toBeLessThan(until)
        expect(busy.flat()).toEqual(busy.flat().toSorted((one, other) => one - other))
      } catch (error) {
        if (!(error instanceof ReadingError)) throw error
      }
    }),
    propertyRuns(5000, 100),
  )
})
