import pieces from '#desk/lib/pieces.module.css'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { HoursFields } from './date-fields.tsx'
import { DayBar, DayScale, type DaySpan } from './day-bar.tsx'
import { type DraftHours, dayError, newDraftHours, spanOfHours, totalMinutes, weekdays } from './draft.ts'
import css from './hours.module.css'

interface WeekFieldsProps {
  week: DraftHours[][]
  onChange: (week: DraftHours[][]) => void
}

export function WeekFields({ week, onChange }: WeekFieldsProps) {
  const monday = week[0] ?? []
  const copyMonday = () =>
    onChange(
      week.map((stretches, index) =>
        index > 0 && index < 5 ? monday.map(({ opens, closes }) => newDraftHours(opens, closes)) : stretches,
      ),
    )
  return (
    <div className={css.both}>
      <div>
        {weekdays.map((name, index) => (
          <fieldset key={name} className={`${layout.tight} ${pieces.listed} ${css.stretches}`}>
            <legend className={`${layout.label} ${css.name}`}>{name}</legend>
            <HoursFields
              day={name}
              stretches={week[index] ?? []}
              fault={dayError(week[index] ?? [])}
              none="No calls"
              onChange={(stretches) => onChange(week.map((one, place) => (place === index ? stretches : one)))}
            >
              {index === 0 && (
                <Button size="small" onClick={copyMonday}>
                  Copy to Tuesday–Friday
                </Button>
              )}
            </HoursFields>
          </fieldset>
        ))}
      </div>
      <WeekDrawing week={week} />
    </div>
  )
}

function drawnSpan(stretch: DraftHours): DaySpan[] {
  const span = spanOfHours(stretch)
  return span ? [{ key: stretch.key, ...span }] : []
}

/** 37 h 30 min */
function hoursInWords(minutes: number): string {
  const rest = minutes % 60
  return [`${Math.floor(minutes / 60)} h`, rest > 0 && `${rest} min`].filter(Boolean).join(' ')
}

/** The week as seven bars on one scale. The bars change as the user edits the fields. */
function WeekDrawing({ week }: { week: readonly (readonly DraftHours[])[] }) {
  const total = week.reduce((sum, stretches) => sum + totalMinutes(stretches), 0)
  return (
    <figure className={css.week}>
      {weekdays.map((name, index) => (
        <div key={name} className={`${layout.tight} ${css.row}`} aria-hidden="true">
          <span>{name.slice(0, 3)}</span>
          <DayBar spans={(week[index] ?? []).flatMap(drawnSpan)} />
        </div>
      ))}
      <DayScale />
      <figcaption className={`${layout.note} ${css.total}`}>
        <strong>{hoursInWords(total)}</strong> a week
      </figcaption>
    </figure>
  )
}
