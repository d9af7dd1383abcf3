import { describe, expect, it } from 'vitest'
import { testEach } from '#shared/lib/testing.ts'
import { eventForTest as event, fileOf, readForTest as read } from './testing.ts'

describe('recurring events', () => {
  it('keep their local time across a clock change', () => {
    expect(
      read(fileOf(['DTSTART;TZID=Europe/Berlin:20261023T090000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3']), {
        from: Date.UTC(2026, 9, 1),
      }),
    ).toEqual(['10-23T07:00 10-23T08:00', '10-24T07:00 10-24T08:00', '10-25T08:00 10-25T09:00'])
  })

  it(
    'follow their recurrence rules',
    testEach(
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
        [
          'with blanks, in lower case',
          'DTSTART:20261123T090000Z',
          ' freq=weekly; BYDAY=MO, TU;count=4;',
          ['11-23', '11-24', '11-30', '12-01'],
        ],
        ['named twice', 'DTSTART:20261123T090000Z', 'RRULE:FREQ=DAILY;COUNT=2', ['11-23', '11-24']],
        ['until a day with dashes', 'DTSTART:20261122T090000Z', 'FREQ=DAILY;UNTIL=2026-11-23', ['11-22', '11-23']],
        [
          'until a day, at most twice',
          'DTSTART:20261122T090000Z',
          'FREQ=DAILY;UNTIL=20261130;COUNT=2',
          ['11-22', '11-23'],
        ],
        ['in months without its day', 'DTSTART:20260131T090000Z', 'FREQ=MONTHLY', ['12-31']],
        ['until a day', 'DTSTART:20261122T090000Z', 'FREQ=DAILY;UNTIL=20261124', ['11-22', '11-23', '11-24']],
        [
          'until a time without a zone',
          'DTSTART:20261122T090000Z',
          'FREQ=DAILY;UNTIL=20261124T085900',
          ['11-22', '11-23'],
        ],
        ['once, by an unknown rule', 'DTSTART:20261123T090000Z', 'FREQ=NEVER', ['11-23']],
        ['once, by an invalid UNTIL', 'DTSTART:20261123T090000Z', 'FREQ=DAILY;UNTIL=99999999', ['11-23']],
        ['never', 'DTSTART:20261123T090000Z', 'FREQ=MONTHLY;BYDAY=1TH;BYSETPOS=2', ['11-23']],
        ['ended before the window', 'DTSTART:20100101T090000Z', 'FREQ=DAILY;COUNT=100', []],
      ],
      (_, start, rule, days) => {
        expect(event(start, 'DURATION:PT1H', `RRULE:${rule}`).map((one) => one.slice(0, 5))).toEqual(days)
      },
    ),
  )

  it('take place on added and moved dates, but not on excluded dates', () => {
    const file = fileOf(
      [
        'DTSTART;TZID=Europe/Berlin:20261123T090000',
        'DTEND;TZID=Europe/Berlin:20261123T100000',
        'RRULE:FREQ=DAILY;COUNT=5',
        'EXDATE;TZID=Europe/Berlin:20261124T090000',
        'RDATE;TZID=Europe/Berlin:20261205T120000,20261206T120000',
      ],
      ['RECURRENCE-ID;TZID=Europe/Berlin:20261125T090000', 'DTSTART:20261125T180000Z', 'DTEND:20261125T190000Z'],
      ['RECURRENCE-ID:20261126T080000Z', 'STATUS:CANCELLED', 'DTSTART:20261126T080000Z', 'DTEND:20261126T090000Z'],
    ).replaceAll(/UID:\d/g, 'UID:0')
    expect(read(file)).toEqual([
      '11-23T08:00 11-23T09:00',
      '11-25T18:00 11-25T19:00',
      '11-27T08:00 11-27T09:00',
      '12-05T11:00 12-05T12:00',
      '12-06T11:00 12-06T12:00',
    ])
  })

  it('cover each whole day, except excluded dates, if they last all day', () => {
    expect(event('DTSTART;VALUE=DATE:20261123', 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE;VALUE=DATE:20261124')).toEqual([
      '11-22T23:00 11-23T23:00',
      '11-24T23:00 11-25T23:00',
    ])
  })

  it('can change from one occurrence onward even if a clock change skips the start of that occurrence', () => {
    const file = fileOf(
      ['DTSTART;TZID=Europe/Berlin:20270327T023000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'],
      [
        'RECURRENCE-ID;TZID=Europe/Berlin;RANGE=THISANDFUTURE:20270328T023000',
        'DTSTART;TZID=Europe/Berlin:20270328T010000',
        'DURATION:PT1H',
      ],
    ).replaceAll(/UID:\d/g, 'UID:0')
    expect(read(file, { until: Date.UTC(2027, 3, 1) }).map((one) => one.slice(0, 11))).toEqual([
      '03-27T01:30',
      '03-28T00:00',
      '03-28T23:00',
    ])
  })

  it('can have additional occurrences with different lengths', () => {
    const periods = '20261124T090000Z/20261124T120000Z, 20261125T090000Z/PT2H'
    expect(event('DTSTART:20261123T090000Z', 'DURATION:PT1H', `RDATE;VALUE=PERIOD:${periods}`)).toEqual([
      '11-23T09:00 11-23T10:00',
      '11-24T09:00 11-24T12:00',
      '11-25T09:00 11-25T11:00',
    ])
  })

  it('skip the occurrences that an exception rule matches', () => {
    const rules = ['RRULE:FREQ=DAILY;COUNT=4', 'EXRULE:FREQ=DAILY;INTERVAL=2']
    expect(event('DTSTART:20261123T090000Z', 'DURATION:PT1H', ...rules).map((one) => one.slice(0, 5))).toEqual([
      '11-24',
      '11-26',
    ])
  })

  it(
    'can be changed for one occurrence and all later ones',
    testEach(
      [
        [
          'in hour and length',
          ['DTSTART:20261124T110000Z', 'DURATION:PT30M'],
          ['11-23T09:00 11-23T10:00', '11-24T11:00 11-24T11:30', '11-25T11:00 11-25T11:30'],
        ],
        ['to none', ['DTSTART:20261124T090000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'], ['11-23T09:00 11-23T10:00']],
        [
          'to another rule',
          ['DTSTART:20261124T110000Z', 'DURATION:PT30M', 'RRULE:FREQ=WEEKLY;COUNT=2'],
          ['11-23T09:00 11-23T10:00', '11-24T11:00 11-24T11:30', '12-01T11:00 12-01T11:30'],
        ],
      ],
      (_, change, busy) => {
        const file = fileOf(
          ['DTSTART:20261123T090000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'],
          ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261124T090000Z', ...change],
        )
        expect(read(file.replaceAll(/UID:\d/g, 'UID:0'))).toEqual(busy)
      },
    ),
  )

  it(
    'skip excluded all-day occurrences even if EXDATE contains date-times instead of dates',
    testEach(
      [
        ['of its midnight', 'EXDATE:20261123T230000Z'],
        ['of the midnight of UTC', 'EXDATE:20261124T000000Z'],
        ['of a midnight with a zone', 'EXDATE;TZID=America/New_York:20261124T000000'],
      ],
      (_, exception) => {
        expect(event('DTSTART:20261123', 'RRULE:FREQ=DAILY;COUNT=3', exception)).toEqual([
          '11-22T23:00 11-23T23:00',
          '11-24T23:00 11-25T23:00',
        ])
      },
    ),
  )

  it('block the time of a changed occurrence even if the rest of the series is missing', () => {
    expect(event('RECURRENCE-ID:20261125T080000Z', 'DTSTART:20261125T180000Z', 'DURATION:PT1H')).toHaveLength(1)
  })
})

describe('versions of an event', () => {
  const at = (hour: number, ...lines: string[]) => [
    `DTSTART:20261123T${hour}0000Z`,
    'DURATION:PT1H',
    'DTSTAMP:20261101T000000Z',
    ...lines,
  ]
  const hours = (...events: string[][]) =>
    read(fileOf(...events).replaceAll(/UID:\d/g, 'UID:0')).map((one) => Number(one.slice(6, 8)))

  it('count only if they have the highest SEQUENCE, whatever their order', () => {
    const [older, newer] = [at(10, 'SEQUENCE:1'), at(12, 'SEQUENCE:2')]
    expect([hours(older, newer), hours(newer, older)]).toEqual([[12], [12]])
    expect(hours(at(10), at(10, 'SEQUENCE:2', 'STATUS:CANCELLED'))).toEqual([])
  })

  it('count only if they have the latest DTSTAMP among the versions with the same SEQUENCE', () => {
    const later = ['DURATION:PT1H', 'DTSTAMP:20261102T000000Z', 'STATUS:CANCELLED']
    expect(hours(at(10), ['DTSTART:20261123T100000Z', ...later])).toEqual([])
  })

  it('all count as separate events if any two have the same SEQUENCE but different starts', () => {
    expect(hours(at(10), at(12), at(14, 'SEQUENCE:1'))).toEqual([10, 12, 14])
  })
})
