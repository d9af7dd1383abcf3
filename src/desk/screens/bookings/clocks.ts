import { isoDay, knownZone, myZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import { zoneFormat } from '#shared/lib/time-zone.ts'

const weekday = (at: Date, zone: string) => zoneFormat(zone, { weekday: 'short' }).format(at)

/** The visitor's local time at an instant, in words to follow the user's own. */
export function theirClock(at: Date, zone: string | null): string {
  if (zone === null) return 'zone not told'
  const theirs = knownZone(zone)
  const isSameTime = timeOfDay(at, theirs) === timeOfDay(at)
  const day = isoDay(at, theirs) === isoDay(at) ? '' : `${weekday(at, theirs)} `
  if (isSameTime && !day) return theirs === myZone ? 'same zone' : `same in ${zoneCity(theirs)}`
  return `${day}${timeOfDay(at, theirs)} in ${zoneCity(theirs)}`
}
