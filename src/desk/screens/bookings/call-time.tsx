import { shortDay, timeOfDay } from '#desk/lib/times.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { Chip } from '#ui/chip.tsx'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'
import { theirClock } from './clocks.ts'

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
