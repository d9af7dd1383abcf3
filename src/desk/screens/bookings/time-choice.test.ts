import { expect, test } from 'vitest'
import { booking, called, hoursAgo, sampleNow } from '#desk/lib/samples.ts'
import { hostFor, startFor, wishOf } from './time-choice.tsx'

const free = [hoursAgo(-22), hoursAgo(-24)]

test('suggests a requested time that is in the future, even if it is unavailable', () => {
  expect(startFor(wishOf(booking(1)), sampleNow, free)).toEqual(new Date(hoursAgo(-50)))
  const moved = called(2, -26, 'confirmed', { proposed_time: hoursAgo(-30) })
  expect(startFor(wishOf(moved), sampleNow, free)).toEqual(new Date(hoursAgo(-30)))
})

test('suggests the first available time if the requested time has passed', () => {
  for (const passed of [
    booking(1, { preferred_time: hoursAgo(0) }),
    called(2, 1, 'confirmed'),
    called(3, -26, 'confirmed', { proposed_time: hoursAgo(2) }),
    called(4, 30, 'no-show'),
  ])
    expect(startFor(wishOf(passed), sampleNow, free)).toEqual(new Date(hoursAgo(-22)))
})

test('suggests the nearest available time if no host is available at the requested time', () => {
  const requested = wishOf(called(2, -26, 'confirmed', { proposed_time: hoursAgo(-23.6) }))
  expect(startFor(requested, sampleNow, free, true)).toEqual(new Date(hoursAgo(-24)))
  expect(startFor(requested, sampleNow, [], true)).toEqual(requested)
})

test('suggests the assigned member if available, or else the suggested host', () => {
  const karl = { id: 'karl', name: 'Karl', reasons: [], last_given_at: null, is_held: false }
  const lena = { ...karl, id: 'lena', name: 'Lena', is_free: true, is_proposed: true }
  expect(hostFor('karl', [lena, { ...karl, is_free: true, is_proposed: false }])).toBe('karl')
  expect(hostFor('karl', [lena, { ...karl, is_free: false, is_proposed: false }])).toBe('lena')
  expect(hostFor('karl', [lena])).toBe('lena')
  expect(hostFor('karl', [])).toBe('karl')
  expect(hostFor(null, [])).toBeNull()
})

test('suggests the same weekday and hour in a later week if no time is available', () => {
  const requested = new Date(2026, 9, 14, 9, 30)
  expect(startFor(requested, new Date(2026, 10, 4, 9, 30).getTime(), [])).toEqual(
    new Date(2026, 10, 11, 9, 30),
  )
})
