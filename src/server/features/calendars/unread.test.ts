import { expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { busyOf } from './busy.ts'
import { calendarsOf } from './lines.ts'
import { fileOf, windowForTest as window } from './testing.ts'

const read = (file: string) => {
  const { busy, unread } = busyOf([calendarsOf(file)], window)
  return { busy: busy.map(([from, until]) => (until - from) / 3_600_000), unread }
}
const hour = ['DTSTART:20261123T090000Z', 'DURATION:PT1H']
const at = '2026-11-23'

it(
  'counts a calendar entry with an unreadable part as unreadable, stores the reason, and keeps the known busy times',
  testEach(
    [
      ['start', ['DTSTART:23.11.2026', 'DURATION:PT1H'], null, []],
      ['start', ['SUMMARY:No start'], null, []],
      ['end', ['DTSTART:20261123T090000Z', 'DTEND:tomorrow'], at, []],
      ['end', ['DTSTART:20261123T090000Z', 'DURATION:-PT1H'], at, []],
      ['end', ['DTSTART:20261123T090000Z', 'DTEND:20261123T080000Z'], at, []],
      ['rule', [...hour, 'RRULE:FREQ=FORTNIGHTLY'], at, [1]],
      ['rule', [...hour, 'RRULE:FREQ=DAILY;BYDAY=XX'], at, [1]],
      ['rule', [...hour, 'RRULE:FREQ=DAILY;UNTIL=soon'], at, [1]],
      ['rule', [...hour, 'RRULE:FREQ=MONTHLY;RSCALE=HEBREW'], at, [1]],
      ['rule', [...hour, 'RRULE:FREQ=DAILY;COUNT=0'], at, [1]],
      ['dates', [...hour, 'RDATE:20261124T090000Z,later'], at, [1, 1]],
      ['dates', [...hour, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE:20261199T090000Z'], at, [1, 1]],
      ['zone', ['DTSTART;TZID=Ours:20261123T100000', 'DURATION:PT1H'], at, [1]],
      ['zone', ['DTSTART;TZID="(UTC+04:00) Ours":20261123T130000', 'DURATION:PT1H'], at, [1]],
    ],
    (why, lines, start, busy) => {
      const found = read(fileOf(lines))
      expect(found).toEqual({ busy, unread: { entries: 1, unread: 1, first: [{ why, on: start }] } })
    },
  ),
)

it(
  'does not count a calendar entry as unreadable if the entry cannot make the host busy',
  testEach(
    [
      [['DTSTART:never', 'TRANSP:TRANSPARENT']],
      [[...hour, 'RRULE:FREQ=NEVER', 'STATUS:CANCELLED']],
      [['DTSTART;TZID=Ours:20190101T090000', 'DURATION:PT1H']],
    ],
    (lines) => {
      expect(read(fileOf(lines)).unread).toEqual({ entries: 1, unread: 0, first: [] })
    },
  ),
)

it('counts an older version of an event as unreadable only if no newer version can be read', () => {
  const broken = [...hour, 'RRULE:FREQ=NEVER', 'SEQUENCE:1']
  const one = (...events: string[][]) => read(fileOf(...events).replaceAll(/UID:\d/g, 'UID:0')).unread.unread
  expect([one(broken), one(broken, [...hour, 'SEQUENCE:2'])]).toEqual([1, 0])
})

it('leaves a series of events unchanged if the date of a changed occurrence cannot be read', () => {
  const series = [...hour, 'RRULE:FREQ=DAILY;COUNT=2', 'SEQUENCE:1']
  const change = ['RECURRENCE-ID:then', 'SEQUENCE:2', 'DTSTART:20261126T090000Z', 'DURATION:PT2H']
  const { busy, unread } = read(fileOf(series, change).replaceAll(/UID:\d/g, 'UID:0'))
  expect([busy, unread.first]).toEqual([[1, 1, 2], [{ why: 'dates', on: '2026-11-26' }]])
})

it('stores the reasons for only the first three unreadable calendar entries', () => {
  const { unread } = read(fileOf(...Array.from({ length: 5 }, () => [...hour, 'RRULE:FREQ=NEVER'])))
  expect([unread.unread, unread.first.length]).toEqual([5, 3])
})

it('counts each busy time in a free/busy file as one calendar entry', () => {
  const file = fileOf([
    'FREEBUSY;FBTYPE=BUSY:20261123T090000Z/20261123T103000Z, 20261124T090000Z/PT45M',
    'FREEBUSY;FBTYPE=FREE:20261125T090000Z/PT8H',
    'FREEBUSY:20261126T000000Z/P1D',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20261127T090000Z/soon',
  ]).replaceAll('VEVENT', 'VFREEBUSY')
  expect(read(file)).toEqual({
    busy: [1.5, 0.75, 24],
    unread: { entries: 4, unread: 1, first: [{ why: 'period', on: null }] },
  })
})

it('counts unsupported calendar entries and non-calendar files as unreadable', () => {
  expect(
    read(
      fileOf([...hour], hour)
        .replace('VEVENT', 'VAVAILABILITY')
        .replace('VEVENT', 'VAVAILABILITY'),
    ),
  ).toEqual({
    busy: [1],
    unread: { entries: 2, unread: 1, first: [{ why: 'kind', on: null }] },
  })
  expect(busyOf([null, calendarsOf(fileOf(hour))], window).unread).toEqual({
    entries: 2,
    unread: 1,
    first: [{ why: 'file', on: null }],
  })
})
