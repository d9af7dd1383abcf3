import { Temporal } from 'temporal-polyfill'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { wallClock, withOffset } from './local-time.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

const cases = [
  ['Africa/Johannesburg', '2026-11-25T14:00', '2026-11-25T14:00:00+02:00'],
  ['America/New_York', '2026-11-25T14:00', '2026-11-25T14:00:00-05:00'],
  ['Pacific/Auckland', '2026-11-25T14:00', '2026-11-25T14:00:00+13:00'],
  ['Asia/Kolkata', '2026-11-25T14:00', '2026-11-25T14:00:00+05:30'],
  ['America/St_Johns', '2026-07-01T09:15', '2026-07-01T09:15:00-02:30'],
  // Skipped by the clock change: moves forward.
  ['America/New_York', '2027-03-14T02:30', '2027-03-14T03:30:00-04:00'],
  // Repeated by it: the first of the two.
  ['America/New_York', '2026-11-01T01:30', '2026-11-01T01:30:00-04:00'],
] as const

describe('withOffset', () => {
  it.each(cases)('%s %s', (zone, wall, expected) => {
    vi.stubEnv('TZ', zone)
    expect(withOffset(wall)).toBe(expected)
    const temporal = Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, { disambiguation: 'compatible' })
    expect(new Date(withOffset(wall)).getTime()).toBe(temporal.epochMilliseconds)
  })
})

describe('wallClock', () => {
  it('is the minute that a clock on the wall shows', () => {
    vi.stubEnv('TZ', 'Australia/Sydney')
    expect(wallClock(new Date('2026-11-20T13:59:59.999Z'))).toBe('2026-11-21T00:59')
  })
})
