import { expect, test } from 'vitest'
import { week } from '#desk/lib/sample-records.ts'
import { booking, bookingWithCall, me, otherMember, sampleId } from '#desk/lib/samples.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import type { HostWeek } from '#shared/contract/desk-week.ts'
import { dayHoursOf, laneMemberOf, lanesOf, lanesToShow, spansOfDay, unassignedFilter } from './lanes.ts'

const host = (id: string, change: Partial<HostWeek> = {}): HostWeek => ({
  id,
  name: 'Ada',
  time_zone: 'UTC',
  open: [],
  busy: [],
  held: [],
  ...change,
})
const held = booking(2)
const hosts = [
  host(me.id),
  host(otherMember.id, { held: [{ booking: held.id, from: held.call_at, until: held.call_at }] }),
]

test('returns no lanes if there are no hosts', () => {
  expect(lanesOf(week, [bookingWithCall(1, 2, 'confirmed')])).toEqual([])
})

test('returns lanes for the hosts, then for other members with a call, then for unassigned calls', () => {
  const calls = [booking(1), bookingWithCall(3, 2, 'confirmed', { assigned_to: sampleId(9) })]
  const lanes = lanesOf({ ...week, hosts }, calls)
  expect(lanes.map(({ id }) => id)).toEqual([me.id, otherMember.id, sampleId(9), null])
  expect(lanesOf({ ...week, hosts }, []).map(({ id }) => id)).toEqual([me.id, otherMember.id])
})

test('shows a request in the lane of the host whose time is held for it, until the request is confirmed', () => {
  expect(laneMemberOf(held, { ...week, hosts })).toBe(otherMember.id)
  expect(laneMemberOf({ ...held, status: 'confirmed', assigned_to: me.id }, { ...week, hosts })).toBe(me.id)
  expect(laneMemberOf(booking(1), { ...week, hosts })).toBeNull()
})

test('splits a range of hours that crosses midnight into one range for each day', () => {
  const zone = 'Pacific/Auckland'
  const spans = [['2026-11-24T09:00:00Z', '2026-11-24T12:30:00Z']] as const
  expect(spansOfDay(spans, '2026-11-24', zone)).toEqual([{ from: 22 * 60, until: 24 * 60 }])
  expect(spansOfDay(spans, '2026-11-25', zone)).toEqual([{ from: 0, until: 90 }])
  expect(spansOfDay(spans, '2026-11-26', zone)).toEqual([])
  const toMidnight = [['2026-11-24T09:00:00Z', '2026-11-24T11:00:00Z']] as const
  expect(spansOfDay(toMidnight, '2026-11-25', zone)).toEqual([])
})

test("shows a lane for each host with calls if the lanes fit, and otherwise only the selected host's lane", () => {
  const three = { ...week, hosts: [...hosts, host(sampleId(9))] }
  const ids = (calls: BookingListRow[], chosen?: string) =>
    lanesToShow(lanesOf(three, calls), chosen, calls, three).map(({ id }) => id)
  const mine = bookingWithCall(1, 2, 'confirmed')
  expect(ids([mine, held])).toEqual([me.id, otherMember.id])
  expect(ids([mine])).toEqual([])
  expect(ids([mine, held, booking(3)])).toEqual([])
  expect(ids([mine], sampleId(9))).toEqual([sampleId(9)])
  expect(ids([booking(3)], unassignedFilter)).toEqual([null])
})

test('merges the hours of all hosts, and marks the times when every host is busy', () => {
  const span = (from: string, until: string) => [`2026-11-24T${from}Z`, `2026-11-24T${until}Z`] as [string, string]
  const early = host(me.id, { open: [span('08:00', '12:00')], busy: [span('07:00', '11:00')] })
  const late = host(otherMember.id, { open: [span('10:00', '14:00')], busy: [span('13:00', '15:00')] })
  const { open, busy } = dayHoursOf([early, late], '2026-11-24', 'UTC')
  expect(open).toEqual([{ from: 8 * 60, until: 14 * 60 }])
  expect(busy.map(({ from, until }) => [from / 60, until / 60])).toEqual([
    [8, 10],
    [13, 14],
  ])
})
