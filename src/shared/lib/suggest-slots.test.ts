import { expect, it } from 'vitest'
import { suggestSlots } from './suggest-slots.ts'

const zone = 'Europe/Berlin'
/** A time in Berlin, which is an hour ahead of UTC in November. */
const at = (day: number, hour: number, minute = 0) => new Date(Date.UTC(2026, 10, day, hour - 1, minute)).toISOString()
/** Returns every quarter hour in this range. */
const open = (day: number, from: number, until: number) =>
  Array.from({ length: (until - from) * 4 }, (_, quarter) => at(day, from, quarter * 15))

it('suggests the earliest slot, then at most two slots per day, several hours apart', () => {
  const times = [...open(24, 9, 17), ...open(25, 9, 17), ...open(27, 9, 10), ...open(30, 9, 17)]
  expect(suggestSlots(times, zone)).toEqual([at(24, 9), at(24, 13), at(25, 9), at(25, 13), at(27, 9), at(30, 9)])
})

it('suggests up to six slots on the same day if no other day has available slots', () => {
  expect(suggestSlots(open(24, 9, 11), zone)).toEqual(open(24, 9, 11).slice(0, 6))
  expect(suggestSlots([at(24, 9), at(24, 13)], zone)).toEqual([at(24, 9), at(24, 13)])
  expect(suggestSlots([], zone)).toEqual([])
})

it('prefers slots that are in the daytime in the given time zone', () => {
  // Berlin's working hours are 03:00 to 11:00 in New York, so times from 08:00 in New York are suggested.
  const times = [24, 25, 26, 27].flatMap((day) => open(day, 9, 17))
  const ofFirst = [at(24, 14), at(24, 14, 15), at(24, 14, 30)]
  expect(suggestSlots(times, 'America/New_York')).toEqual([...ofFirst, at(25, 14), at(26, 14), at(27, 14)])
})

it('prefers evening slots to night slots if no daytime slot is available', () => {
  // Berlin's working hours are 21:00 to 05:00 in Auckland.
  const times = [24, 25].flatMap((day) => open(day, 9, 17))
  expect(suggestSlots(times, 'Pacific/Auckland')).toEqual([...open(24, 9, 10), ...open(25, 9, 10).slice(0, 2)])
})

it('suggests slots around a requested time, and always includes the selected slot', () => {
  const times = [23, 24, 25, 26].flatMap((day) => open(day, 8, 18)).map((time) => Date.parse(time))
  const requested = Date.parse(at(25, 14))
  const clock = (time: number) => new Date(time + 3_600_000).toISOString().slice(8, 16)
  expect(suggestSlots(times, zone, { requested }).map(clock)).toEqual([
    '24T13:45',
    '24T17:45',
    '25T10:00',
    '25T14:00',
    '26T08:00',
    '26T12:00',
  ])
  const picked = Date.parse(at(26, 9, 15))
  expect(suggestSlots(times, zone, { picked })).toContain(picked)
})
