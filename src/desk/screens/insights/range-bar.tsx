import layout from '#ui/layout.module.css'
import { ToggleGroup } from '#ui/toggle-group.tsx'
import { DayFields } from './day-fields.tsx'
import css from './insights.module.css'
import { type DayRange, type Preset, presetOf, presetRange, presets } from './range.ts'

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

/** Which days are counted. */
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
