import { describe, expect, it } from 'vitest'
import { eventUid } from '#shared/lib/calendar-file.ts'
import { testEach } from '#shared/lib/testing.ts'
import { eventForTest as event, fileOf, readForTest as read, windowForTest as window } from './testing.ts'

const day = 24 * 3_600_000

const outlookZone = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
].join('\r\n')

/** Each row contains the case, the lines for the start and for the end or length, and the host's busy times. */
const times = `
  in a zone whose name has a colon | DTSTART;TZID=(UTC-05:00) Eastern Time:20261123T090000 | DURATION:PT1H | 11-23T14:00 11-23T15:00
  in UTC | DTSTART:20261123T090000Z | DTEND:20261123T100000Z | 11-23T09:00 11-23T10:00
  of the host, without a zone | DTSTART:20261123T090000 | DTEND:20261123T100000 | 11-23T08:00 11-23T09:00
  in a zone by name | DTSTART;TZID=America/New_York:20261123T090000 | DURATION:PT90M | 11-23T14:00 11-23T15:30
  in a zone of Windows | DTSTART;TZID=Pacific Standard Time:20261123T090000 | DURATION:PT1H | 11-23T17:00 11-23T18:00
  in quotes | DTSTART;TZID="W. Europe Standard Time":20261123T090000 | DURATION:PT1H | 11-23T08:00 11-23T09:00
  of an old path | DTSTART;TZID=/mozilla.org/20070129_1/Asia/Tokyo:20261123T090000 | DURATION:PT1H | 11-23T00:00 11-23T01:00
  of Microsoft in UTC | DTSTART;TZID=tzone://Microsoft/Utc:20261123T090000 | DURATION:PT1H | 11-23T09:00 11-23T10:00
  in a zone by the label of a menu | DTSTART;TZID="(UTC-08:00) Pacific Time (US & Canada)":20261123T090000 | DURATION:PT1H | 11-23T17:00 11-23T18:00
  in a zone by the cities of a menu | DTSTART;TZID="Chennai, Kolkata, Mumbai, New Delhi":20261123T090000 | DURATION:PT1H | 11-23T03:30 11-23T04:30
  in a zone that is only an offset | DTSTART;TZID=GMT+0300:20261123T090000 | DURATION:PT1H | 11-23T06:00 11-23T07:00
  without seconds | DTSTART:20261123T0900Z | DTEND:20261123T1000Z | 11-23T09:00 11-23T10:00
  with an offset | DTSTART:20261123T090000-0500 | DURATION:PT1H | 11-23T14:00 11-23T15:00
  with dashes and a blank | DTSTART:2026-11-23 09:00:00 | DTEND:2026-11-23T10:00 | 11-23T08:00 11-23T09:00
  that ends at 24:00 | DTSTART:20261123T220000Z | DTEND:20261123T240000Z | 11-23T22:00 11-24T00:00
  of a day without VALUE | DTSTART:20261123 | DTEND:20261125 | 11-22T23:00 11-24T23:00
  of a day that a zone has | DTSTART;TZID=America/New_York:20261123 | SUMMARY:Away | 11-23T05:00 11-24T05:00
  of a day as midnights | DTSTART;VALUE=DATE:20261123T000000 | DURATION:P1D | 11-22T23:00 11-23T23:00
  whose end has no zone: that of the start | DTSTART;TZID=Asia/Tokyo:20261123T090000 | DTEND:20261123T100000 | 11-23T00:00 11-23T01:00
  in a zone that nobody knows: the host’s | DTSTART;TZID=My Zone:20261123T090000 | DURATION:PT1H | 11-23T08:00 11-23T09:00
  of a whole day | DTSTART;VALUE=DATE:20261123 | DTEND;VALUE=DATE:20261124 | 11-22T23:00 11-23T23:00
  of a day without an end | DTSTART;VALUE=DATE:20261123 | SUMMARY:Away | 11-22T23:00 11-23T23:00
  of a day and a half, by its length | DTSTART:20261123T090000Z | DURATION:P1DT12H | 11-23T09:00 11-24T21:00
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' | ') as [string, string, string, string])

describe('the times of an event', () => {
  it(
    'are read in every notation that calendars use',
    testEach(times, (_, start, end, busy) => {
      expect(event(start, end)).toEqual([busy])
    }),
  )

  it('are converted from a time zone that the file defines, both before and after a clock change', () => {
    const file = (start: string) =>
      fileOf([`DTSTART;TZID=Customized Time Zone:${start}`, 'DURATION:PT1H']).replace(
        'BEGIN:VEVENT',
        `${outlookZone}\r\nBEGIN:VEVENT`,
      )
    const long = { zone: 'UTC', until: window.until + 200 * day }
    expect(read(file('20261123T090000'), long)).toEqual(['11-23T08:00 11-23T09:00'])
    expect(read(file('20270601T090000'), long)).toEqual(['06-01T07:00 06-01T08:00'])
  })

  it('are read in the calendar’s zone if they name no zone, and in the host’s zone if the event is all-day', () => {
    const calendar = fileOf(['DTSTART:20261123T090000', 'DURATION:PT1H'], ['DTSTART:20261125'])
    const inNewYork = calendar.replace('VERSION:2.0', 'X-WR-TIMEZONE:America/New_York')
    expect(read(inNewYork)).toEqual(['11-23T14:00 11-23T15:00', '11-24T23:00 11-25T23:00'])
  })

  it(
    'follow the file’s table of clock changes if the table contradicts the zone’s name',
    testEach(
      [
        ['the table of a zone far away', 'America/New_York', '11-23T08:00 11-23T09:00'],
        ['the table of the same zone', 'W. Europe Standard Time', '11-23T08:00 11-23T09:00'],
        ['the table of a zone an hour away', 'Europe/London', '11-23T08:00 11-23T09:00'],
      ],
      (_, name, busy) => {
        const file = fileOf([`DTSTART;TZID=${name}:20261123T090000`, 'DURATION:PT1H'])
        const table = outlookZone.replace('Customized Time Zone', name)
        expect(read(file.replace('BEGIN:VEVENT', `${table}\r\nBEGIN:VEVENT`))).toEqual([busy])
      },
    ),
  )

  it('follow the zone’s name if the file’s table of clock changes is outdated', () => {
    const file = fileOf(['DTSTART;TZID=Europe/Istanbul:20261123T090000', 'DURATION:PT1H'])
    const table = outlookZone.replace('Customized Time Zone', 'Europe/Istanbul').replaceAll('+0200', '+0300')
    const before2016 = table.replaceAll('+0100', '+0200')
    expect(read(file.replace('BEGIN:VEVENT', `${before2016}\r\nBEGIN:VEVENT`))).toEqual(['11-23T06:00 11-23T07:00'])
  })

  it(
    'do not count as busy if the event is marked as free or has no length',
    testEach(
      [
        ['transparent', 'TRANSP:TRANSPARENT'],
        ['cancelled', 'STATUS:CANCELLED'],
        ['free, in Outlook’s words', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
        ['backwards', 'DTEND:20261122T100000Z'],
        ['zero-length', 'DTEND:20261123T090000Z'],
      ],
      (_, line) => {
        expect(event('DTSTART:20261123T090000Z', line, 'DTEND:20261123T100000Z')).toEqual([])
      },
    ),
  )

  it('count as busy if the event is tentative or began long ago', () => {
    expect(event('DTSTART:20261123T090000Z', 'DURATION:PT1H', 'STATUS:TENTATIVE')).toHaveLength(1)
    expect(event('DTSTART:20260101T090000Z', 'DTEND:20270101T090000Z')).toEqual(['11-22T00:00 01-01T09:00'])
  })

  it('do not count as busy if the event is a copy of a call that this server stores', () => {
    const id = '3f1c9a52-7d0e-4b7a-9c1d-5a2e8f6b4c10'
    const file = (uid: string) => fileOf(['DTSTART:20261123T090000Z', 'DURATION:PT1H']).replace('0@test', uid)
    expect(read(file(eventUid(id.toUpperCase(), window.siteUrl)))).toEqual([])
    expect(read(file(eventUid(id, 'https://another.example')))).toHaveLength(1)
  })
})
