import { expect, test } from 'vitest'
import { week } from '#desk/lib/sample-records.ts'
import { booking, called, colleague, me, sampleId } from '#desk/lib/samples.ts'
import type { HostWeek } from '#shared/contract/desk-week.ts'
import { wallClock } from '#shared/lib/local-time.ts'
import { holderOf, lanesOf, partsOfDay } from './lanes.ts'

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
  host(colleague.id, { held: [{ booking: held.id, from: held.call_at, until: held.call_at }] }),
]

test('without hosts there are no lanes', () => {
  expect(lanesOf(week, [called(1, 2, 'confirmed')])).toEqual([])
})

test('hosts come first, then others who have a call, then nobody', () => {
  const calls = [booking(1), called(3, 2, 'confirmed', { assigned_to: sampleId(9) })]
  const lanes = lanesOf({ ...week, hosts }, calls)
  expect(lanes.map(({ id }) => id)).toEqual([me.id, colleague.id, sampleId(9), null])
  expect(lanesOf({ ...week, hosts }, []).map(({ id }) => id)).toEqual([me.id, colleague.id])
})

test('a request stands with the host that its time is held with, until it is answered', () => {
  expect(holderOf(held, { ...week, hosts })).toBe(colleague.id)
  expect(holderOf({ ...held, status: 'confirmed', assigned_to: me.id }, { ...week, hosts })).toBe(me.id)
  expect(holderOf(booking(1), { ...week, hosts })).toBeNull()
})

test('hours over midnight stand on both days, and nothing on a third', () => {
  const wall = (at: string) => wallClock(new Date(at), 'Pacific/Auckland')
  const spans = [['2026-11-24T09:00:00Z', '2026-11-24T12:30:00Z']] as const
  expect(partsOfDay(spans, '2026-11-24', wall)).toEqual([{ from: 22 * 60, until: 24 * 60 }])
  expect(partsOfDay(spans, '2026-11-25', wall)).toEqual([{ from: 0, until: 90 }])
  expect(partsOfDay(spans, '2026-11-26', wall)).toEqual([])
  const toMidnight = [['2026-11-24T09:00:00Z', '2026-11-24T11:00:00Z']] as const
  expect(partsOfDay(toMidnight, '2026-11-25', wall)).toEqual([])
})
