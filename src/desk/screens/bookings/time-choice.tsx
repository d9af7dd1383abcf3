import { type RefObject, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { dayAndTime, knownZone, lastDay } from '#desk/lib/times.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { HostForCall } from '#shared/contract/hosts.ts'
import { spanOf } from '#shared/lib/local-time.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'
import { theirClock } from './call-time.tsx'
import { isDaytime } from './hour-ruler.tsx'

interface TimeFieldsProps {
  first?: RefObject<HTMLInputElement | null>
  /** `2026-11-25T14:00` in local time. */
  start: string
  /** Without a length there is no field for it. */
  minutes?: number
  onChange: (change: { start?: string; minutes?: number }) => void
}

const lengths = [15, 20, 30, 45, 60, 90, 120]

/** Three fields for one stretch of time. */
export function TimeFields({ first, start, minutes, onChange }: TimeFieldsProps) {
  const [day = '', time = ''] = start.split('T')
  return (
    <div className={`${layout.stack} ${css.fields}`}>
      <label className={controls.field}>
        <span>Day</span>
        <input
          ref={first}
          type="date"
          max={lastDay}
          required
          className={`${controls.control} ${controls.large} ${css.control}`}
          value={day}
          onChange={(event) => onChange({ start: `${event.target.value}T${time}` })}
        />
      </label>
      <label className={controls.field}>
        <span>Your time</span>
        <input
          type="time"
          required
          className={`${controls.control} ${controls.large} ${css.control}`}
          value={time}
          onChange={(event) => onChange({ start: `${day}T${event.target.value}` })}
        />
      </label>
      {minutes !== undefined && (
        <label className={controls.field}>
          <span>Length</span>
          <select
            className={`${controls.control} ${controls.large} ${css.control}`}
            value={minutes}
            onChange={(event) => onChange({ minutes: Number(event.target.value) })}
          >
            {[...new Set([...lengths, minutes])]
              .toSorted((a, b) => a - b)
              .map((option) => (
                <option key={option} value={option}>
                  {option} minutes
                </option>
              ))}
          </select>
        </label>
      )}
    </div>
  )
}

/**
 * What `TimeFields` hold. `proposed` is undefined until it is known, and `''` without a proposal; it fills in what is
 * still empty then, so that what was typed before stays.
 */
export function useTimeFields(proposed: string | undefined): [string, (start: string) => void] {
  const [start, setStart] = useState('T')
  const [isFilled, setFilled] = useState(false)
  if (!isFilled && proposed !== undefined) {
    const [day = '', time = ''] = proposed.split('T')
    const [typedDay, typedTime] = start.split('T')
    setStart(`${typedDay || day}T${typedTime || time}`)
    setFilled(true)
  }
  return [start, setStart]
}

interface FreeTimesProps {
  /** Instants. */
  times: readonly string[]
  /** The visitor's; undefined where their clock is not asked for. */
  zone?: string | null
  /** Those that are pressed. */
  chosen: readonly Date[]
  onChoose: (time: Date) => void
}

/** Times at which a host is free, by day where the visitor is if there are such, each a press. */
export function FreeTimes({ times, zone, chosen, onChoose }: FreeTimesProps) {
  if (times.length === 0) return null
  const starts = times.map((time) => new Date(time))
  const suitBoth = zone != null && starts.every(isDaytime(knownZone(zone)))
  return (
    <fieldset>
      <legend className={layout.legend}>{suitBoth ? 'Free times that suit both' : 'Free times'}</legend>
      <div className={`${layout.tight} ${layout.numbers} ${css.times}`}>
        {starts.map((at) => (
          <Button
            key={at.getTime()}
            size="small"
            aria-pressed={chosen.some((one) => one.getTime() === at.getTime())}
            onClick={() => onChoose(at)}
          >
            {dayAndTime(at)}
            {zone !== undefined && <span className={css.theirs}> {theirClock(at, zone)}</span>}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

/** When the call is wanted: what was asked for last, else when it is confirmed for, else the first wish. */
export const wishOf = ({ confirmed, preferred_time, proposed_time }: BookingRow): Date =>
  new Date(proposed_time ?? (confirmed ? spanOf(confirmed).start : preferred_time))

/**
 * The time to propose: the requested one, or the available time nearest to it once it has passed or if nobody is available
 * then. Without available times, a passed one becomes its hour on the next such weekday, so that a workday stays one.
 */
export function startFor(wish: Date, now: number, free: readonly string[], isUnavailable = false): Date {
  const isToCome = wish.getTime() > now
  if (isToCome && !isUnavailable) return wish
  const away = (time: string) => Math.abs(Date.parse(time) - wish.getTime())
  const [nearest] = free.toSorted((one, other) => away(one) - away(other))
  if (nearest !== undefined) return new Date(nearest)
  if (isToCome) return wish
  const next = new Date(wish)
  while (next.getTime() <= now) next.setDate(next.getDate() + 7)
  return next
}

/** The host if none was chosen: the assigned member if available, else the proposed host; null without either. */
export const hostFor = (assignedTo: string | null, hosts: readonly HostForCall[]): string | null =>
  hosts.find(({ id, is_free }) => is_free && id === assignedTo)?.id ??
  hosts.find(({ is_proposed }) => is_proposed)?.id ??
  assignedTo
