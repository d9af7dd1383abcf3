import { expect, it, vi } from 'vitest'
import { currentZoneName, getZoneFormat, isTimeZone, listZoneNames, localZone } from './time-zone.ts'

it('recognizes time zones by name', () => {
  expect(['Europe/Berlin', 'UTC', 'Africa/Johannesburg'].map(isTimeZone)).toEqual([true, true, true])
  expect(['', '+02:00', 'Europe/Atlantis', 'x'].map(isTimeZone)).toEqual([false, false, false, false])
})

it('returns the current name of each time zone once', () => {
  expect(['Asia/Katmandu', 'Europe/Kiev', 'Europe/Kyiv', 'Africa/Lagos', 'x'].map(currentZoneName)).toEqual([
    'Asia/Kathmandu',
    'Europe/Kyiv',
    'Europe/Kyiv',
    'Africa/Lagos',
    'x',
  ])
  for (const zone of ['Asia/Calcutta', 'Asia/Kolkata', 'Europe/Berlin']) {
    const names = listZoneNames(zone)
    expect(names).toContain(currentZoneName(zone))
    expect(new Set(names.map((name) => getZoneFormat(name).resolvedOptions().timeZone)).size).toBe(names.length)
  }
})

it('returns undefined as the local time zone if the machine has no named time zone', () => {
  const format = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  const usual = Intl.DateTimeFormat().resolvedOptions()
  const zones = ['Asia/Calcutta', 'Etc/Unknown', '+02:00', undefined]
  const found = zones.map((timeZone) => {
    format.mockReturnValueOnce({ ...usual, timeZone } as Intl.ResolvedDateTimeFormatOptions)
    return localZone()
  })
  format.mockRestore()
  expect(found).toEqual(['Asia/Kolkata', undefined, undefined, undefined])
})

it('formats dates in a given time zone, and creates each date format only once', () => {
  const noon = Date.UTC(2026, 10, 20, 12)
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  expect(getZoneFormat('Africa/Johannesburg', clock).format(noon)).toBe('14:00')
  expect(getZoneFormat('UTC', clock).format(noon)).toBe('12:00')
  expect(getZoneFormat('UTC', { dateStyle: 'short' }, 'sv-SE').format(noon)).toBe('2026-11-20')
  expect(getZoneFormat('UTC', clock)).toBe(getZoneFormat('UTC', { ...clock }))
})

it('limits the number of cached date formats', () => {
  const first = getZoneFormat('UTC', { minute: '2-digit' })
  for (let digits = 0; digits < 3; digits++) {
    for (const zone of Intl.supportedValuesOf('timeZone'))
      getZoneFormat(zone, { fractionalSecondDigits: 1 }, `en-${'GB,US,ZA'.split(',')[digits]}`)
  }
  expect(getZoneFormat('UTC', { minute: '2-digit' })).not.toBe(first)
})
