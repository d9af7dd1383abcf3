import { Link } from '@tanstack/react-router'
import { usePeople } from '#desk/lib/people.ts'
import { knownZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { isolate } from '#shared/lib/isolate.ts'
import css from './call-block.module.css'
import type { PlacedCall } from './place.ts'

interface CallBlockProps {
  placed: PlacedCall
  top: number
  height: number
  zones: { provider: string; mine: string }
}

/** One call on the ruler: solid when it is confirmed, an outline while it is only wished for. */
export function CallBlock({ placed, top, height, zones }: CallBlockProps) {
  const { call, lane, lanes } = placed
  const { actor: nameOf } = usePeople()
  const at = new Date(call.call_at)
  const host = call.assigned_to === null ? 'no host' : nameOf(call.assigned_to)
  const theirs = knownZone(call.time_zone)
  const style = { '--top': `${top}px`, '--tall': `${height}px`, '--lane': lane, '--lanes': lanes }
  const others = [...new Set([zones.mine, theirs])].filter((zone) => zone !== zones.provider)
  return (
    <li className={css.place} style={style as React.CSSProperties}>
      <Link
        to="/bookings"
        search={{ item: call.id }}
        data-is-narrow={lanes > 1}
        className={`${css.block} ${call.status === 'new' ? css.wish : ''} ${call.status === 'confirmed' ? css.confirmed : ''}`}
      >
        <span className={css.time}>{timeOfDay(at, zones.provider)}</span>{' '}
        <span className={css.who} title={call.company}>
          {isolate(call.company)}
        </span>{' '}
        <span className={css.host}>{host}</span>{' '}
        <span className={css.more}>
          {call.status === 'new' ? 'Wished for' : bookingStatusWords[call.status]}
          {call.proposed_time && ' · asks for another time'}
          {others.map((zone) => ` · ${timeOfDay(at, zone)} ${zoneCity(zone)}`)}
        </span>
      </Link>
    </li>
  )
}
