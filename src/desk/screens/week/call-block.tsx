import { Link } from '@tanstack/react-router'
import { useMemberNames, useTeamMembers } from '#desk/lib/team-members.ts'
import { isoDay, timeOfDay, weekday, zoneCity, zoneOrFallback } from '#desk/lib/times.ts'
import { bookingStatusWords } from '#desk/lib/words.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import css from './call-block.module.css'
import { availabilityAt, instantOf } from './slots.ts'
import type { Planning, PlanningTarget } from './use-planning.ts'
import type { PositionedCall, WeekLayout } from './week-layout.ts'

interface CallBlockProps {
  placed: PositionedCall
  top: number
  height: number
  zones: { provider: string; mine: string }
  /** The member whose lane shows the call. `isHeld` is true if a time is held for this request. */
  holder: { id: string | null; mark: number; isHeld: boolean } | null
  /** Null for read-only users. */
  planning: Planning | null
  /** The weekday; 0 is Monday. */
  day: number
}

/** One call. A confirmed call is drawn filled, and a request as an outline. */
export function CallBlock({ placed, top, height, zones, holder, planning, day }: CallBlockProps) {
  const { call, from, where, left, width } = placed
  const { actor: nameOf } = useTeamMembers()
  const names = useMemberNames()
  const at = new Date(call.call_at)
  const whose = holder ? holder.id : call.assigned_to
  const host = whose === null ? 'unassigned' : nameOf(whose)
  const theirs = zoneOrFallback(call.time_zone)
  const style = {
    '--top': `${top}px`,
    '--tall': `${height}px`,
    '--left': `${left * 100}%`,
    '--right': `${(1 - left - width) * 100}%`,
    '--from': from,
  }
  const canMove = planning !== null && (call.status === 'confirmed' || call.status === 'new')
  const isMoving = planning?.aim?.call?.id === call.id
  const others = [...new Set([zones.mine, theirs])].filter((zone) => zone !== zones.provider)
  return (
    <li
      className={css.place}
      data-where={where}
      data-at-end={left >= 0.5}
      data-is-moving={isMoving}
      style={style as React.CSSProperties}
    >
      <Link
        to="/bookings"
        draggable={false}
        onPointerDown={(event) => {
          if (!canMove || event.button !== 0 || !event.isPrimary) return
          planning.drag(placed, day, event.nativeEvent, event.currentTarget.getBoundingClientRect().top)
        }}
        search={{ item: call.id }}
        data-is-narrow={width < 1}
        className={[css.block, holder?.isHeld ? css.held : css[call.status]].filter(Boolean).join(' ')}
      >
        <span className={css.head}>
          <span className={css.time}>{timeOfDay(at, zones.provider)}</span>{' '}
          <span className={css.who} title={call.company}>
            {isolateBidi(call.company)}
          </span>
        </span>{' '}
        <span className={css.host}>
          {holder && (
            <>
              <HostMark name={whose === null ? null : names(whose)} mark={holder.mark} />{' '}
            </>
          )}
          <span>{host}</span>
        </span>{' '}
        <span className={css.more}>
          {holder?.isHeld ? 'Requested, held' : call.status === 'new' ? 'Requested' : bookingStatusWords[call.status]}
          {call.proposed_time && ' · requested another time'}
          {others.map((zone) => ` · ${timeElsewhere(at, zone, zones.provider)} ${zoneCity(zone)}`)}
        </span>
      </Link>
      {canMove && (
        <button
          type="button"
          className={css.move}
          aria-pressed={isMoving}
          aria-label={`Move ${call.company}, ${timeOfDay(at, zones.provider)}`}
          title="Use the arrow keys to choose another time, Enter to open the dialog, and Escape to cancel"
          onClick={() => planning.press(placed, day)}
          onBlur={() => isMoving && planning.leave()}
          onKeyDown={(event) => {
            if (!isMoving || !planning.key(event.key)) return
            event.preventDefault()
            event.stopPropagation()
          }}
        >
          Move
        </button>
      )}
    </li>
  )
}

/** A call's time in another time zone, with the weekday if it differs from the column's weekday. */
const timeElsewhere = (at: Date, zone: string, provider: string) =>
  isoDay(at, zone) === isoDay(at, provider) ? timeOfDay(at, zone) : `${weekday(at, zone)} ${timeOfDay(at, zone)}`

interface SpotMarkProps {
  aim: PlanningTarget
  shown: WeekLayout
  y: (minutes: number) => number
}

/**
 * Marks the selected time for a call, and shows any conflict. A live region announces the time and the conflict to
 * screen readers.
 */
export function SlotMark({ aim: { spot, minutes, call }, shown, y }: SpotMarkProps) {
  const lanes = Math.max(1, shown.lanes.length)
  const state = availabilityAt(spot, minutes, call, shown)
  return (
    <div
      aria-hidden="true"
      className={css.mark}
      data-is-clear={state === 'available' || state === ''}
      style={{
        top: y(spot.minutes),
        height: y(spot.minutes + minutes) - y(spot.minutes),
        left: `${(100 / lanes) * spot.lane}%`,
        width: `${100 / lanes}%`,
      }}
    >
      <span className={css.words}>
        {timeOfDay(instantOf(spot, shown), shown.week.time_zone)}
        {state && ` ${state}`}
      </span>
    </div>
  )
}

/** The number of patterns. If there are more hosts than patterns, patterns repeat, but with different initials. */
const patterns = 6

interface HostMarkProps {
  /** The member's name; null for unassigned calls. */
  name: string | null
  mark: number
}

/**
 * A pattern and initials, because color must not be the only difference between hosts. Hidden from screen readers,
 * because the host's name is next to it.
 */
export function HostMark({ name, mark }: HostMarkProps) {
  return (
    <span className={css.hostMark} aria-hidden="true">
      <span className={css.pattern} data-pattern={name === null ? 'none' : mark % patterns} />
      {name !== null && initials(name)}
    </span>
  )
}

/** Returns initials: 'ND' for 'Nomsa Dube', 'Ad' for 'Ada'. */
function initials(name: string): string {
  // An email address can follow the name, to tell members with the same name apart.
  const words = name.replace(/[\u2066-\u2069]| \(\S+@\S+\)/g, '').split(/\s+/)
  const first = words[0] ?? ''
  const last = words.length > 1 ? (words.at(-1) ?? '') : ''
  const start = (word: string, letters: number) => Array.from(word).slice(0, letters).join('')
  return last ? start(first, 1) + start(last, 1) : start(first, 2)
}
