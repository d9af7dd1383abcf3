import { describe, expect, it } from 'vitest'
import { eachOf } from './testing.ts'
import { dialStretches, utcOffsetHours } from './zone-hours.ts'

describe('utcOffsetHours', () => {
  it(
    'gives the hours of a zone',
    eachOf(
      [
        ['Africa/Johannesburg', '2026-01-15T00:00:00Z', 2],
        ['America/New_York', '2026-01-15T00:00:00Z', -5],
        ['America/New_York', '2026-07-15T00:00:00Z', -4],
        ['Asia/Kolkata', '2026-01-15T00:00:00Z', 5.5],
        ['America/St_Johns', '2026-07-15T00:00:00Z', -2.5],
        ['Europe/London', '2026-01-15T00:00:00Z', 0],
        ['UTC', '2026-01-15T00:00:00Z', 0],
      ],
      (zone, at, hours) => {
        expect(utcOffsetHours(zone, new Date(at))).toBe(hours)
      },
    ),
  )
})

describe('dialStretches', () => {
  it('keeps a stretch inside one day whole', () => {
    expect(dialStretches(7, 15)).toEqual([{ from: 7, to: 15 }])
  })
  it('cuts one that passes midnight in two', () => {
    expect(dialStretches(20, 28)).toEqual([
      { from: 20, to: 24 },
      { from: 0, to: 4 },
    ])
  })
  it('takes hours before zero from the end of the day', () => {
    expect(dialStretches(-4, 4)).toEqual([
      { from: 20, to: 24 },
      { from: 0, to: 4 },
    ])
  })
  it('lets one end at midnight', () => {
    expect(dialStretches(16, 24)).toEqual([{ from: 16, to: 24 }])
  })
})
