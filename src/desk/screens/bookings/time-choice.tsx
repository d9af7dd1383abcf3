import { type RefObject, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import { lastDay, shortDay, timeOfDay, zoneOrFallback } from '#desk/lib/times.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import type { HostCandidate } from '#shared/contract/hosts.ts'
import { parseInstantRange } from '#shared/lib/local-time.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'
import { visitorTimeInWords } from './call-time.tsx'
import { isDaytime } from './hour-ruler.tsx'

interface TimeFieldsProps {
  first?: RefObject<HTMLInputElement | null>
  /** The start in local time, for example `2026-11-25T14:00`. */
  start: string
  /** The length in minutes; if set, the form shows a field for the length. */
  minutes?: number
  onChange: (change: { start?: string; minutes?: number }) => void
}

const lengths = [15, 20, 30, 45, 60, 90, 120]

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
 * The value of `TimeFields`. `proposed` is undefined while loading, and `''` if there is no suggestion. A suggestion
 * fills only empty fields, so that the user's entries are kept. `kept` is the value from a draft.
 */
export function useTimeFields(proposed: string | undefined, kept = 'T'): [string, (start: string) => void] {
  const [start, setStart] = useState(kept)
  const [isFilled, setFilled] = useState(false)
  if (!isFilled && proposed !== undefined) {
    const [day = '', time = ''] = proposed.split('T')
    const [typedDay, typedTime] = start.split('T')
    setStart(`${typedDay || day}T${typedTime || time}`)
    setFilled(true)
  }
  return [start, setStart]
}

interface AvailableTimeButtonsProps {
  times: readonly string[]
  /** The visitor's time zone. If the zone is undefined, the visitor's time is not shown. */
  zone?: string | null
  chosen: readonly Date[]
  onChoose: (time: Date) => void
}

export function AvailableTimeButtons({ times, zone, chosen, onChoose }: AvailableTimeButtonsProps) {
  if (times.length === 0) return null
  const starts = times.map((time) => new Date(time))
  const suitBoth = zone != null && starts.every(isDaytime(zoneOrFallback(zone)))
  return (
    <fieldset>
      <legend className={layout.legend}>
        {suitBoth ? 'Times that suit both host and visitor' : 'Available times'}
      </legend>
      <div className={`${layout.tight} ${layout.numbers} ${css.times}`}>
        {starts.map((at) => (
          <Button
            key={at.getTime()}
            size="small"
            aria-pressed={chosen.some((one) => one.getTime() === at.getTime())}
            onClick={() => onChoose(at)}
          >
            <span>
              {shortDay(at)}, <span className={css.mine}>{timeOfDay(at)}</span>
            </span>
            {zone !== undefined && <span className={css.theirs}> {visitorTimeInWords(at, zone)}</span>}
          </Button>
        ))}
      </div>
    </fieldset>
  )
}

/**
 * Returns the time that matters most: the visitor's proposal, otherwise the confirmed time, otherwise the
 * requested time.
 */
export const requestedTimeOf = ({ confirmed, preferred_time, proposed_time }: BookingListRow): Date =>
  new Date(proposed_time ?? (confirmed ? parseInstantRange(confirmed).start : preferred_time))

/**
 * Returns the time to suggest: the requested time, or the nearest available time if the requested time has passed or no
 * host is available. If no times are available, returns the same weekday and hour in a later week.
 */
export function suggestStart(requested: Date, now: number, free: readonly string[], isUnavailable = false): Date {
  const isToCome = requested.getTime() > now
  if (isToCome && !isUnavailable) return requested
  const away = (time: string) => Math.abs(Date.parse(time) - requested.getTime())
  const [nearest] = free.toSorted((one, other) => away(one) - away(other))
  if (nearest !== undefined) return new Date(nearest)
  if (isToCome) return requested
  const next = new Date(requested)
  while (next.getTime() <= now) next.setDate(next.getDate() + 7)
  return next
}

/**
 * Returns the host to select first: the assigned member if that member is available, otherwise the suggested host,
 * otherwise null.
 */
export const defaultHost = (assignedTo: string | null, hosts: readonly HostCandidate[]): string | null =>
  hosts.find(({ id, is_free }) => is_free && id === assignedTo)?.id ??
  hosts.find(({ is_proposed }) => is_proposed)?.id ??
  assignedTo
