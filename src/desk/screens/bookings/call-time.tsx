import { isoDay, longDay, myZone, shortDay, timeOfDay, weekday, zoneCity, zoneOrFallback } from '#desk/lib/times.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'

/** The same instant in both time zones, side by side. */
export function BothClocks({ at, zone }: { at: Date; zone: string | null }) {
  const theirs = zone === null ? null : zoneOrFallback(zone)
  return (
    <div className={`${layout.column} ${css.clocks}`}>
      <Clock at={at} zone={myZone} whose="your" />
      {theirs ? (
        <Clock at={at} zone={theirs} whose="their" />
      ) : (
        <p className={css.where}>The visitor’s time zone is unknown.</p>
      )}
    </div>
  )
}

function Clock({ at, zone, whose }: { at: Date; zone: string; whose: string }) {
  return (
    <p className={css.clock}>
      <span className={layout.figure}>{timeOfDay(at, zone)}</span>{' '}
      <span className={css.where}>
        {zoneCity(zone)}, {whose} time
      </span>{' '}
      <span className={`${layout.tiny} ${css.day}`}>{longDay(at, zone)}</span>
    </p>
  )
}

/** The time of the call in both time zones. A requested time is marked until it is confirmed. */
export function CallTime({ booking }: { booking: BookingListRow }) {
  const at = new Date(booking.call_at)
  return (
    <span className={`${layout.numbers} ${css.when}`} data-requested={booking.confirmed === null}>
      <span className={css.mine}>
        {shortDay(at)} <span className={css.time}>{timeOfDay(at)}</span>
      </span>
      <span className={layout.tiny}>{visitorTimeInWords(at, booking.time_zone)}</span>
      {booking.proposed_time && (
        <span>
          <Chip tone="signal">Requested another time</Chip>
        </span>
      )}
    </span>
  )
}

/** Returns the visitor's local time, worded so that it can follow the user's local time. */
export function visitorTimeInWords(at: Date, zone: string | null): string {
  if (zone === null) return 'time zone unknown'
  const theirs = zoneOrFallback(zone)
  const isSameTime = timeOfDay(at, theirs) === timeOfDay(at)
  const day = isoDay(at, theirs) === isoDay(at) ? '' : `${weekday(at, theirs)} `
  if (isSameTime && !day) return theirs === myZone ? 'same time zone' : `same time in ${zoneCity(theirs)}`
  return `${day}${timeOfDay(at, theirs)} in ${zoneCity(theirs)}`
}
