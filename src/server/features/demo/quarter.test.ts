import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tries } from '#shared/lib/testing.ts'
import { day, minute } from './calendar.ts'
import { makeQuarter, type Quarter } from './quarter.ts'

const make = (now: number) => makeQuarter('backline', now, 'http://127.0.0.1:3000')
const monday = Date.UTC(2026, 10, 23)

it('is the same again with the same seed at the same time', () => {
  const [first, again] = [make(monday), make(monday)]
  expect(again.bookings).toEqual(first.bookings)
  expect(again.visits.length).toBe(first.visits.length)
})

/** The calls that are to take place or took place, with who has them. */
const callsOf = ({ bookings }: Quarter) =>
  bookings.flatMap(({ status, call, assignedTo: host }) =>
    ['confirmed', 'held', 'no-show'].includes(status) && call && host
      ? [{ host, from: call[0], until: call[1] }]
      : [],
  )

it.each([
  // A time that was picked fell on a call that had been moved there, and no call was to come.
  ['a Monday afternoon', monday + (15 * 60 + 5) * minute],
  ['a Wednesday evening', monday + 2 * day + (18 * 60 + 22) * minute],
])('has its calls on %s', (_, now) => hasCalls(now))

it('has its calls at any time', () => {
  const at = fc.integer({ min: 0, max: 2 * 366 * 24 * 60 }).map((minutes) => monday + minutes * minute)
  fc.assert(fc.property(at, hasCalls), tries(30, 1))
})

/** Some are to come, two at one hour, and nobody has two things to do at one time. */
function hasCalls(now: number): void {
  const quarter = make(now)
  const calls = callsOf(quarter)
  const coming = calls.filter(({ from }) => from > now)
  expect(coming.length).toBeGreaterThan(4)
  const pairs = coming.filter(({ host, from }) =>
    coming.some((other) => other.from === from && other.host > host),
  )
  expect(pairs).not.toEqual([])

  const held = quarter.bookings.flatMap(({ hold }) =>
    hold ? [{ host: hold.host, from: hold.slot[0], until: hold.slot[1] }] : [],
  )
  expect(held).toHaveLength(3)
  const busy = quarter.hosts.flatMap(({ id, calendar }) =>
    calendar.busy.map(([from, until]) => ({ host: id, from, until })),
  )
  const all = [...calls, ...held, ...busy]
  const overlapping = all.filter((one, index) =>
    all.some(
      (other, place) =>
        place < index && one.host === other.host && one.from < other.until && other.from < one.until,
    ),
  )
  expect(overlapping).toEqual([])
}
