import { expect, test } from 'vitest'
import { booking, bookingWithCall, hoursAgo, sampleNow } from '#desk/lib/samples.ts'
import { defaultHost, requestedTimeOf, suggestStart } from './time-choice.tsx'

const free = [hoursAgo(-22), hoursAgo(-24)]

test('suggests the requested time if it is in the future, even if it is not listed as available', () => {
  expect(suggestStart(requestedTimeOf(booking(1)), sampleNow, free)).toEqual(new Date(hoursAgo(-50)))
  const moved = bookingWithCall(2, -26, 'confirmed', { proposed_time: hoursAgo(-30) })
  expect(suggestStart(requestedTimeOf(moved), sampleNow, free)).toEqual(new Date(hoursAgo(-30)))
})

test('suggests the first available time if the requested time has passed', () => {
  for (const passed of [
    booking(1, { preferred_time: hoursAgo(0) }),
    bookingWithCall(2, 1, 'confirmed'),
    bookingWithCall(3, -26, 'confirmed', { proposed_time: hoursAgo(2) }),
    bookingWithCall(4, 30, 'no-show'),
  ])
    expect(suggestStart(requestedTimeOf(passed), sampleNow, free)).toEqual(new Date(hoursAgo(-22)))
})

test('suggests the nearest available time if no host is available at the requested time', () => {
  const requested = requestedTimeOf(bookingWithCall(2, -26, 'confirmed', { proposed_time: hoursAgo(-23.6) }))
  expect(suggestStart(requested, sampleNow, free, true)).toEqual(new Date(hoursAgo(-24)))
  expect(suggestStart(requested, sampleNow, [], true)).toEqual(requested)
})

test('selects the assigned member as the host if that member is available, and otherwise the suggested host', () => {
  const karl = { id: 'karl', name: 'Karl', reasons: [], last_given_at: null, is_held: false }
  const lena = { ...karl, id: 'lena', name: 'Lena', is_free: true, is_proposed: true }
  expect(defaultHost('karl', [lena, { ...karl, is_free: true, is_proposed: false }])).toBe('karl')
  expect(defaultHost('karl', [lena, { ...karl, is_free: false, is_proposed: false }])).toBe('lena')
  expect(defaultHost('karl', [lena])).toBe('lena')
  expect(defaultHost('karl', [])).toBe('karl')
  expect(defaultHost(null, [])).toBeNull()
})

test('suggests the same weekday and hour in a later week if the requested time has passed and no time is available', () => {
  const requested = new Date(2026, 9, 14, 9, 30)
  expect(suggestStart(requested, new Date(2026, 10, 4, 9, 30).getTime(), [])).toEqual(new Date(2026, 10, 11, 9, 30))
})
