import { expect, test } from 'vitest'
import { week as plain } from '#desk/lib/sample-records.ts'
import { booking, bookingWithCall, me, otherMember } from '#desk/lib/samples.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import type { HostWeek, WeekOfCalls } from '#shared/contract/desk-week.ts'
import { lanesOf } from './lanes.ts'
import { availabilityAt, nearestSlot, slotAfterKey, slotOf } from './slots.ts'
import { layOutWeek, rowsTo } from './week-layout.ts'

/** The clocks in Berlin go back on the last night of this week. */
const week: WeekOfCalls = {
  ...plain,
  time_zone: 'Europe/Berlin',
  monday: '2026-10-19',
  opens: '09:30:00',
  days_off: [{ day: '2026-10-23', note: null }],
}
const host = (id: string, open: [string, string][], busy: [string, string][] = []): HostWeek => ({
  ...{ id, name: 'Ada', time_zone: 'UTC', open, busy, held: [] },
})
const shown = (calls: BookingListRow[], hosts: HostWeek[] = []) => {
  const all = { ...week, hosts }
  return layOutWeek(all, calls, lanesOf(all, calls))
}
const tuesday = (time: string) => `2026-10-20T${time}:00Z`
const given = (number: number, call_at: string, assigned_to = me.id) =>
  bookingWithCall(number, 0, 'confirmed', { call_at, assigned_to, confirmed: null })
const where = ({ days }: ReturnType<typeof shown>) =>
  days.flatMap(({ calls }, day) => calls.map(({ from, where, width }) => [day, from / 60, where, width]))

test('shows only working hours in the week, and moves calls outside these hours to a strip', () => {
  const times = ['00:00', '14:45', '21:45'].map(tuesday)
  // The clocks go back during the night before the last call.
  const calls = [...times, '2026-10-25T13:00:00Z'].map((call_at, index) => booking(index, { call_at }))
  const all = shown(calls)
  expect(all.hours).toEqual([9, 10, 11, 12, 13, 14, 15, 16])
  expect(where(all)).toEqual([
    [1, 2, 'above', 1],
    [1, 16.75, 'within', 1],
    [1, 23.75, 'below', 1],
    [6, 14, 'within', 1],
  ])
  // A call is cut off at the last hour shown.
  expect(rowsTo(17.25 * 60, all.hours)).toBe(8)
  expect(all.days.map(({ grounds }) => grounds[0]?.open.length)).toEqual([1, 1, 1, 1, 0, 0, 0])
  expect(shown([]).hours).toEqual(all.hours)
})

test('shows up to two simultaneous calls side by side, and puts the rest, requests first, in a strip', () => {
  const request = booking(1, { call_at: tuesday('10:00') })
  const two = [given(2, tuesday('10:00')), given(3, tuesday('10:15'), otherMember.id)]
  const beside = [
    [1, 12, 'within', 0.5],
    [1, 12.25, 'within', 0.5],
  ]
  const hosts = [host(me.id, []), host(otherMember.id, [])]
  expect(where(shown([request, ...two]))).toEqual([[1, 12, 'above', 1], ...beside])
  const third = given(4, tuesday('10:15'))
  expect(where(shown([...two, third], hosts))).toEqual([beside[0], [1, 12.25, 'above', 1], beside[1]])
})

test('hides the hours between night shifts, and shows a call that spans midnight', () => {
  const late = given(1, tuesday('21:45'))
  const all = shown([late, given(2, tuesday('10:00'))], [host(me.id, [[tuesday('20:00'), '2026-10-21T04:00:00Z']])])
  expect(all.hours).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 23])
  expect(where(all)).toEqual([
    [1, 12, 'above', 1],
    [1, 23.75, 'within', 1],
  ])
  expect(rowsTo(13 * 60, all.hours)).toBe(8)
  expect(availabilityAt({ day: 1, lane: 0, minutes: 23.75 * 60 }, 30, late, all)).toBe('available')
  expect(availabilityAt({ day: 2, lane: 0, minutes: 0 }, 30, null, all)).toBe('another call')
  // Arrow keys skip the hidden hours.
  const [noon] = all.days[1]?.calls ?? []
  const spot = noon && nearestSlot(slotOf(noon, 1, all), all)
  expect(spot?.minutes).toBe(7.75 * 60)
  expect(spot && slotAfterKey('ArrowDown', spot, all)?.minutes).toBe(20 * 60)
})

test('marks a time in a shared column as available if any host is available', () => {
  const open: [string, string][] = [[tuesday('08:00'), tuesday('14:00')]]
  const busy: [string, string][] = [[tuesday('10:00'), tuesday('12:00')]]
  const mine = given(1, tuesday('08:00'))
  const all = shown([mine], [host(me.id, open), host(otherMember.id, open, busy)])
  const at = (hour: number) => ({ day: 1, lane: 0, minutes: hour * 60 })
  expect(availabilityAt(at(10), 30, null, all)).toBe('available')
  expect(availabilityAt(at(12), 30, { ...mine, assigned_to: otherMember.id }, all)).toBe('busy')
  expect(availabilityAt(at(8), 30, null, all)).toBe('no one available')
})
