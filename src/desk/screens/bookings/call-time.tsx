import { isoDay, knownZone, longDay, myZone, shortDay, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { zoneFormat } from '#shared/lib/time-zone.ts'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'

/** One instant by two clocks, side by side. */
export function BothClocks({ at, zone }: { at: Date; zone: string | null }) {
  const theirs = zone === null ? null : knownZone(zone)
  return (
    <div className={`${layout.column} ${css.clocks}`}>
      <Clock at={at} zone={myZone} whose="yours" />
      {theirs ? (
        <Clock at={at} zone={theirs} whose="theirs" />
      ) : (
        <p className={css.where}>Their zone was not told.</p>
      )}
    </div>
  )
}

function Clock({ at, zone, whose }: { at: Date; zone: string; whose: string }) {
  return (
    <p className={css.clock}>
      <span className={layout.figure}>{timeOfDay(at, zone)}</span>{' '}
      <span className={css.where}>
        {zoneCity(zone)}, {whose}
      </span>{' '}
      <span className={`${layout.tiny} ${css.day}`}>{longDay(at, zone)}</span>
    </p>
  )
}

/** The time of the call, local and the visitor's. Until it is confirmed it is marked as a wish. */
export function CallTime({ booking }: { booking: BookingRow }) {
  const at = new Date(booking.call_at)
  return (
    <span className={`${layout.numbers} ${css.when}`} data-wish={booking.confirmed === null}>
      <span className={css.mine}>
        {shortDay(at)} <span className={css.time}>{timeOfDay(at)}</span>
      </span>
      <span className={layout.tiny}>{theirClock(at, booking.time_zone)}</span>
      {booking.proposed_time && (
        <span>
          <Chip tone="signal">Asks for another time</Chip>
        </span>
      )}
    </span>
  )
}

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
