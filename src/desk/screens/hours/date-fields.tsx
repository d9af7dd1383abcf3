import type { ReactNode } from 'react'
import controls from '#desk/lib/controls.module.css'
import pieces from '#desk/lib/pieces.module.css'
import { dayInWords, lastDay, timeInWords } from '#desk/lib/times.ts'
import { countWithNoun } from '#desk/lib/words.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import field from '#ui/field.module.css'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { type DraftDate, type DraftHours, dateError, dayError, type HostDraft, newDraftHours } from './draft.ts'
import css from './hours.module.css'

interface DateFieldsProps {
  draft: HostDraft
  /** Today's date in the host's time zone: `2026-11-24`. */
  today: string
  onChange: (dates: DraftDate[]) => void
}

/** Days off, and dates with their own hours. Past dates are collapsed. */
export function DateFields({ draft, today, onChange }: DateFieldsProps) {
  const { dates } = draft
  // A row that the user has just added has no date yet, so it does not count as past.
  const past = dates.filter(({ day }) => day !== '' && day < today)
  const coming = dates.filter((date) => !past.includes(date))
  const one = (date: DraftDate) => (
    <DateRow
      key={date.key}
      date={date}
      fault={dateError(draft, date)}
      onChange={(part) => onChange(dates.map((other) => (other.key === date.key ? { ...other, ...part } : other)))}
      onRemove={() => onChange(dates.filter(({ key }) => key !== date.key))}
    />
  )
  const add = (stretches: DraftDate['stretches']) => onChange([...dates, { key: randomId(), day: '', stretches }])
  return (
    <div className={layout.stack}>
      {coming.length === 0 && <p className={layout.note}>No upcoming dates.</p>}
      {coming.map(one)}
      <div className={layout.row}>
        <Button size="small" onClick={() => add([])}>
          Add a day off
        </Button>
        <Button size="small" onClick={() => add([newDraftHours('09:00', '12:00')])}>
          Add a date with different hours
        </Button>
      </div>
      {past.length > 0 && (
        <details className={`${layout.note} ${css.past}`}>
          <summary>{countWithNoun(past.length, 'past date')}</summary>
          {past.map(one)}
        </details>
      )}
    </div>
  )
}

interface DateRowProps {
  date: DraftDate
  fault: string | null
  onChange: (part: Partial<DraftDate>) => void
  onRemove: () => void
}

function DateRow({ date: { key, day, stretches }, fault, onChange, onRemove }: DateRowProps) {
  const name = day === '' ? 'New date' : dayInWords(day)
  return (
    <fieldset className={`${layout.tight} ${pieces.bounded} ${css.date}`}>
      <legend className={`${layout.label} ${css.name}`}>{name}</legend>
      <div className={`${layout.cluster} ${css.which}`}>
        <input
          id={`date-${key}`}
          type="date"
          className={controls.control}
          aria-label={`Date: ${name}`}
          max={lastDay}
          value={day}
          required
          onChange={({ target }) => onChange({ day: target.value })}
        />
        <Button size="small" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
      <HoursFields
        day={name}
        stretches={stretches}
        fault={fault}
        none="Off: no calls"
        onChange={(all) => onChange({ stretches: all })}
      />
    </fieldset>
  )
}

/** A time field may be empty. */
const inWords = (time: string) => (time ? timeInWords(time) : 'no time')

interface HoursFieldsProps {
  /** The day, as announced by screen readers. */
  day: string
  stretches: readonly DraftHours[]
  fault: string | null
  none: string
  onChange: (stretches: DraftHours[]) => void
  children?: ReactNode
}

export function HoursFields({ day, stretches, fault, none, onChange, children }: HoursFieldsProps) {
  const change = (key: string, part: Partial<DraftHours>) =>
    onChange(stretches.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const invalid = dayError(stretches) ? true : undefined
  return (
    <div className={`${layout.tight} ${css.stretches}`}>
      {stretches.length === 0 && <p className={`${layout.note} ${css.freeDay}`}>{none}</p>}
      {stretches.map(({ key, opens, closes }, index) => {
        const which = stretches.length > 1 ? `${day}, ${index + 1}` : day
        return (
          <div key={key} className={`${layout.tight} ${css.stretch}`}>
            <input
              type="time"
              className={`${controls.control} ${pieces.full}`}
              aria-label={`${which}: from`}
              aria-invalid={invalid}
              value={opens}
              required
              onChange={({ target }) => change(key, { opens: target.value })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              className={`${controls.control} ${pieces.full}`}
              aria-label={`${which}: until`}
              aria-invalid={invalid}
              value={closes}
              required
              onChange={({ target }) => change(key, { closes: target.value })}
            />
            <button
              type="button"
              className={`${controls.bare} ${controls.square}`}
              aria-label={`Remove ${which}: ${inWords(opens)} to ${inWords(closes)}`}
              onClick={() => onChange(stretches.filter((one) => one.key !== key))}
            >
              <Icon name="close" />
            </button>
          </div>
        )
      })}
      {fault && (
        <p className={field.error} role="status">
          {fault}
        </p>
      )}
      <div className={layout.row}>
        <Button
          size="small"
          aria-label={`Add hours: ${day}`}
          onClick={() => onChange([...stretches, nextHours(stretches)])}
        >
          Add hours
        </Button>
        {children}
      </div>
    </div>
  )
}

/** Returns the hours to suggest next: a full day, or an afternoon if the day already has morning hours. */
function nextHours(stretches: readonly DraftHours[]): DraftHours {
  const last = stretches.at(-1)
  if (!last) return newDraftHours('09:00', '17:00')
  return last.closes !== '' && last.closes < '13:00' && last.closes !== '00:00'
    ? newDraftHours('13:00', '17:00')
    : newDraftHours()
}
