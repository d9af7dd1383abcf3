import pieces from '#desk/lib/pieces.module.css'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { newStretch, weekdays } from './draft.ts'
import css from './hours.module.css'
import { StretchFields } from './stretch-fields.tsx'
import { faultOfDay, type Stretch } from './stretches.ts'
import { WeekDrawing } from './week-drawing.tsx'

interface WeekFieldsProps {
  week: Stretch[][]
  onChange: (week: Stretch[][]) => void
}

/** The hours of a usual week, beside a drawing of them. */
export function WeekFields({ week, onChange }: WeekFieldsProps) {
  const monday = week[0] ?? []
  const copyMonday = () =>
    onChange(
      week.map((stretches, index) =>
        index > 0 && index < 5 ? monday.map(({ opens, closes }) => newStretch(opens, closes)) : stretches,
      ),
    )
  return (
    <div className={css.both}>
      <div>
        {weekdays.map((name, index) => (
          <fieldset key={name} className={`${layout.tight} ${pieces.listed} ${css.stretches}`}>
            <legend className={`${layout.label} ${css.name}`}>{name}</legend>
            <StretchFields
              day={name}
              stretches={week[index] ?? []}
              fault={faultOfDay(week[index] ?? [])}
              none="No calls"
              onChange={(stretches) =>
                onChange(week.map((one, place) => (place === index ? stretches : one)))
              }
            >
              {index === 0 && (
                <Button size="small" onClick={copyMonday}>
                  Copy to Tuesday–Friday
                </Button>
              )}
            </StretchFields>
          </fieldset>
        ))}
      </div>
      <WeekDrawing week={week} />
    </div>
  )
}
