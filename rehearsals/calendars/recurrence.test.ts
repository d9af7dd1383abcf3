import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { busyOf } from '#server/features/calendars/busy.ts'
import { calendarsOf } from '#server/features/calendars/lines.ts'
import { fileOf } from '#server/features/calendars/testing.ts'

const from = Date.UTC(2026, 10, 21)
const until = Date.UTC(2027, 0, 26)

/** Debian's Python, because the libraries are Debian packages. */
const python = '/usr/bin/python3'

/** Prints each rule's occurrences within the window, as another implementation of RFC 5545 computes them. */
const oracle = `
import json, sys
from datetime import datetime
from dateutil.rrule import rrulestr
first, last = datetime(2026, 11, 21), datetime(2027, 1, 26)
def times(start, rule):
    start = datetime.strptime(start, '%Y%m%dT%H%M%S')
    found = {start} if first <= start < last else set()
    for at in rrulestr(rule.replace('Z', ''), dtstart=start):
        if at >= last:
            break
        if at >= first:
            found.add(at)
    return sorted(at.strftime('%Y-%m-%dT%H:%M:%S') for at in found)
print(json.dumps([times(*each) for each in json.load(sys.stdin)]))
`

const days = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
const some = (most: number) => fc.subarray([...days], { minLength: 1, maxLength: most }).map((list) => list.join())
const nth = fc.constantFrom('1', '2', '3', '4', '-1', '-2')
const oneDay = fc.constantFrom(...days)
const monthDays = fc.subarray([1, 2, 15, 28, 29, 30, 31, -1, -2], { minLength: 1, maxLength: 3 })

/** Rules that calendar programs write, and some other rules that the standard allows. */
const rule = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=MONTHLY', 'FREQ=YEARLY'),
      some(5).map((list) => `FREQ=DAILY;BYDAY=${list}`),
      fc.constantFrom('FREQ=DAILY;BYHOUR=9,12,17', 'FREQ=DAILY;BYHOUR=9,12,17;BYSETPOS=-1'),
      fc
        .tuple(some(4), fc.constantFrom('', ';WKST=SU', ';WKST=MO'))
        .map(([list, week]) => `FREQ=WEEKLY;BYDAY=${list}${week}`),
      fc.tuple(nth, oneDay).map((each) => `FREQ=MONTHLY;BYDAY=${each.join('')}`),
      monthDays.map((list) => `FREQ=MONTHLY;BYMONTHDAY=${list.join()}`),
      fc
        .tuple(some(5), fc.constantFrom('1', '2', '-1', '-2', '1,-1'))
        .map(([list, which]) => `FREQ=MONTHLY;BYDAY=${list};BYSETPOS=${which}`),
      fc
        .tuple(fc.constantFrom(1, 11, 12), nth, oneDay)
        .map(([month, which, day]) => `FREQ=YEARLY;BYMONTH=${month};BYDAY=${which}${day}`),
      fc.constantFrom(
        'FREQ=YEARLY;BYYEARDAY=-1',
        'FREQ=YEARLY;BYYEARDAY=330',
        'FREQ=YEARLY;BYMONTH=11,12;BYMONTHDAY=24',
      ),
    ),
    fc.constantFrom('', '', ';INTERVAL=2', ';INTERVAL=3', ';INTERVAL=5'),
    fc.constantFrom('', '', ';COUNT=5', ';COUNT=400', ';UNTIL=20261201T000000Z', ';UNTIL=20261224T090000Z'),
  )
  .map((parts) => parts.join(''))

const start = fc
  .tuple(
    fc.constantFrom('19990731', '20100108', '20181113', '20240229', '20260102', '20261130', '20261225'),
    fc.constantFrom('000000', '090000', '233000'),
  )
  .map((parts) => parts.join('T'))

it('finds the same occurrences of recurring events as python-dateutil', () => {
  const cases = fc.sample(fc.tuple(start, rule), 5000)
  const input = JSON.stringify(cases)
  const told = execFileSync(python, ['-c', oracle], {
    input,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  })
  const expected = JSON.parse(told) as string[][]
  const wrong = cases.flatMap(([begins, repeats], index) => {
    const file = fileOf([`DTSTART:${begins}Z`, 'DURATION:PT1M', `RRULE:${repeats}`])
    const { busy } = busyOf([calendarsOf(file)], { from, until, zone: 'UTC', siteUrl: 'https://www.site.example' })
    const found = busy.map(([at]) => new Date(at).toISOString().slice(0, 19))
    return found.join() === expected[index]?.join() ? [] : [{ begins, repeats, found, expected: expected[index] }]
  })
  expect(wrong).toEqual([])
})
