import { knownZone, longDay, myZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
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
