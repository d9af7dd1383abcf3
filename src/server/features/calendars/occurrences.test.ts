import { describe, expect, it } from 'vitest'
import { eachOf } from '#shared/lib/testing.ts'
import { eventForTest as event, fileOf, readForTest as read } from './testing.ts'

describe('what repeats', () => {
  it('keeps its hour over a clock change', () => {
    expect(
      read(
        fileOf(['DTSTART;TZID=Europe/Berlin:20261023T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3']),
        { from: Date.UTC(2026, 9, 1) },
      ),
    ).toEqual(['10-23T07:00 10-23T08:00', '10-24T07:00 10-24T08:00', '10-25T08:00 10-25T09:00'])
  })

  it(
    'follow the rule',
    eachOf(
      [
        [
          'for years, on the last workday',
          'DTSTART:20100129T090000Z',
          'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
          ['11-30', '12-31'],
        ],
        [
          'on the last day of the month',
          'DTSTART:20100131T090000Z',
          'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
          ['11-30', '12-31'],
        ],
        [
          'every other week',
          'DTSTART:20261102T090000Z',
          'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;UNTIL=20261214T090000Z',
          ['11-30', '12-14'],
        ],
        [
          'until an instant, which is another time on the clock of its zone',
          'DTSTART;TZID=America/New_York:20261122T150000',
          'FREQ=DAILY;UNTIL=20261124T195959Z',
          ['11-22', '11-23'],
        ],
        ['until a day', 'DTSTART:20261122T090000Z', 'FREQ=DAILY;UNTIL=20261124', ['11-22', '11-23', '11-24']],
        [
          'until a time without a zone',
          'DTSTART:20261122T090000Z',
          'FREQ=DAILY;UNTIL=20261124T085900',
          ['11-22', '11-23'],
        ],
        ['by a rule that nobody understands: once', 'DTSTART:20261123T090000Z', 'FREQ=NEVER', ['11-23']],
        ['until no day at all: once', 'DTSTART:20261123T090000Z', 'FREQ=DAILY;UNTIL=99999999', ['11-23']],
        ['never', 'DTSTART:20261123T090000Z', 'FREQ=MONTHLY;BYDAY=1TH;BYSETPOS=2', ['11-23']],
        ['until it was over', 'DTSTART:20100101T090000Z', 'FREQ=DAILY;COUNT=100', []],
      ],
      (_, start, rule, days) => {
        expect(event(start, 'DURATION:PT1H', `RRULE:${rule}`).map((one) => one.slice(0, 5))).toEqual(days)
      },
    ),
  )

  it('leaves out, adds and moves', () => {
    const file = fileOf(
      [
        'DTSTART;TZID=Europe/Berlin:20261123T090000',
        'DTEND;TZID=Europe/Berlin:20261123T100000',
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE;TZID=Europe/Berlin:20261124T090000',
        'RDATE;TZID=Europe/Berlin:20261205T120000,20261206T120000',
      ],
      [
        'RECURRENCE-ID;TZID=Europe/Berlin:20261125T090000',
        'DTSTART:20261125T180000Z',
        'DTEND:20261125T190000Z',
      ],
      [
        'RECURRENCE-ID:20261126T080000Z',
        'STATUS:CANCELLED',
        'DTSTART:20261126T080000Z',
        'DTEND:20261126T090000Z',
      ],
    ).replaceAll(/UID:\d/g, 'UID:0')
    expect(read(file)).toEqual([
      '11-23T08:00 11-23T09:00',
      '11-25T18:00 11-25T19:00',
      '11-27T08:00 11-27T09:00',
      '12-05T11:00 12-05T12:00',
      '12-06T11:00 12-06T12:00',
    ])
  })

  it('in whole days, with an exception by its day', () => {
    expect(
      event('DTSTART;VALUE=DATE:20261123', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261124'),
    ).toEqual(['11-22T23:00 11-23T23:00', '11-24T23:00 11-25T23:00'])
  })

  it('a changed one whose whole is not there is busy by itself', () => {
    expect(event('RECURRENCE-ID:20261125T080000Z', 'DTSTART:20261125T180000Z', 'DURATION:PT1H')).toHaveLength(
      1,
    )
  })
})
