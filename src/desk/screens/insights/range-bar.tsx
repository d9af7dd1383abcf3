import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/button.tsx'
import field from '#ui/field.module.css'
import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import css from './insights.module.css'
import { type DayRange, type Preset, presetOf, presetRange, presets, rangeError } from './range.ts'

const presetWords: Record<Preset, string> = {
  '7': 'Last 7 days',
  '28': 'Last 28 days',
  quarter: 'This quarter',
  year: 'This year',
}
const presetOptions = presets.map((value) => ({ value, label: presetWords[value] }))
interface RangeBarProps {
  range: DayRange
  today: string
  onRange: (range: DayRange) => void
}

export function RangeBar({ range, today, onRange }: RangeBarProps) {
  return (
    <div className={`${layout.row} ${css.bar}`}>
      <ToggleGroup<Preset | 'other'>
        label="Days"
        options={presetOptions}
        value={presetOf(range, today) ?? 'other'}
        onChange={(preset) => preset !== 'other' && onRange(presetRange(preset, today))}
      />
      <DayFields range={range} today={today} onRange={onRange} />
    </div>
  )
}

interface DayFieldsProps {
  range: DayRange
  today: string
  onRange: (range: DayRange) => void
}

/** Fields for the first and the last day. The fields show the range in the URL, even an invalid range. */
function DayFields({ range, today, onRange }: DayFieldsProps) {
  const id = useId()
  // Days that the user typed apply only to the range that was shown at the time. Selecting another range resets the
  // fields.
  const [typed, setTyped] = useState({ over: range, days: range, isAsked: true })
  const isMine = typed.over.from === range.from && typed.over.to === range.to
  const { days, isAsked } = isMine ? typed : { days: range, isAsked: true }
  const fault = isAsked ? rangeError(days, today) : null

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setTyped({ over: range, days, isAsked: true })
    if (!rangeError(days, today)) onRange(days)
  }
  const control = (name: 'from' | 'to', label: string) => (
    <>
      <label className={field.label} htmlFor={`${id}${name}`}>
        {label}
      </label>
      <input
        id={`${id}${name}`}
        className={`${field.control} ${css.day}`}
        type="date"
        max={today}
        value={days[name]}
        aria-invalid={fault?.field === name ? true : undefined}
        aria-describedby={fault ? `${id}fault` : undefined}
        onChange={(event) => setTyped({ over: range, days: { ...days, [name]: event.target.value }, isAsked: false })}
      />
    </>
  )
  return (
    <form className={`${layout.cluster} ${css.fields}`} noValidate onSubmit={onSubmit}>
      {control('from', 'From')}
      {control('to', 'to')}
      <Button type="submit" size="small">
        Show
      </Button>
      <p className={`${field.error} ${css.fault}`} role="alert" id={`${id}fault`}>
        {fault?.says}
      </p>
    </form>
  )
}
