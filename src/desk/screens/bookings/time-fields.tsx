import type { RefObject } from 'react'
import controls from '#desk/lib/controls.module.css'
import { lastDay } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import css from './bookings.module.css'

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
