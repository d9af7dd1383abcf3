import controls from '#desk/lib/controls.module.css'
import pieces from '#desk/lib/pieces.module.css'
import { lastDay, longDay } from '#desk/lib/times.ts'
import { randomId } from '#shared/lib/random-id.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { type Draft, faultOfDate, newStretch, type OwnDate } from './draft.ts'
import css from './hours.module.css'
import { StretchFields } from './stretch-fields.tsx'

interface DateFieldsProps {
  draft: Draft
  /** `2026-11-24` by the host's clock. */
  today: string
  onChange: (dates: OwnDate[]) => void
}

/** Dates that are off, or have hours of their own; the past ones are folded away. */
export function DateFields({ draft, today, onChange }: DateFieldsProps) {
  const { dates } = draft
  // One that is being typed has no day yet.
  const past = dates.filter(({ day }) => day !== '' && day < today)
  const coming = dates.filter((date) => !past.includes(date))
  const one = (date: OwnDate) => (
    <OneDate
      key={date.key}
      date={date}
      fault={faultOfDate(draft, date)}
      onChange={(part) =>
        onChange(dates.map((other) => (other.key === date.key ? { ...other, ...part } : other)))
      }
      onRemove={() => onChange(dates.filter(({ key }) => key !== date.key))}
    />
  )
  const add = (stretches: OwnDate['stretches']) =>
    onChange([...dates, { key: randomId(), day: '', stretches }])
  return (
    <div className={layout.stack}>
      {coming.length === 0 && <p className={layout.note}>None to come.</p>}
      {coming.map(one)}
      <div className={layout.row}>
        <Button size="small" onClick={() => add([])}>
          Add a day off
        </Button>
        <Button size="small" onClick={() => add([newStretch('09:00', '12:00')])}>
          Add a date with other hours
        </Button>
      </div>
      {past.length > 0 && (
        <details className={`${layout.note} ${css.past}`}>
          <summary>{past.length} in the past</summary>
          {past.map(one)}
        </details>
      )}
    </div>
  )
}

interface OneDateProps {
  date: OwnDate
  fault: string | null
  onChange: (part: Partial<OwnDate>) => void
  onRemove: () => void
}

function OneDate({ date: { key, day, stretches }, fault, onChange, onRemove }: OneDateProps) {
  const name = dayInWords(day)
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
      <StretchFields
        day={name}
        stretches={stretches}
        fault={fault}
        none="Off: no calls"
        onChange={(all) => onChange({ stretches: all })}
      />
    </fieldset>
  )
}

/** A day that the browser cannot format is shown as it is stored. */
function dayInWords(day: string): string {
  if (day === '') return 'New date'
  const noon = new Date(`${day}T12:00:00Z`)
  return Number.isNaN(noon.getTime()) ? day : longDay(noon, 'UTC')
}
