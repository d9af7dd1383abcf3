import type { ReactNode } from 'react'
import controls from '#desk/lib/controls.module.css'
import { Button } from '#ui/button.tsx'
import field from '#ui/field.module.css'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { newStretch } from './draft.ts'
import css from './hours.module.css'
import { faultOfDay, type Stretch } from './stretches.ts'

interface StretchFieldsProps {
  /** The day, for ears. */
  day: string
  stretches: readonly Stretch[]
  fault: string | null
  /** Said where there are none. */
  none: string
  onChange: (stretches: Stretch[]) => void
  /** What else can be done with this day. */
  children?: ReactNode
}

/** Any number of hours from one time to another. */
export function StretchFields({ day, stretches, fault, none, onChange, children }: StretchFieldsProps) {
  const change = (key: string, part: Partial<Stretch>) =>
    onChange(stretches.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const invalid = faultOfDay(stretches) ? true : undefined
  return (
    <div className={`${layout.tight} ${css.stretches}`}>
      {stretches.length === 0 && <p className={`${layout.note} ${css.freeDay}`}>{none}</p>}
      {stretches.map(({ key, opens, closes }, index) => {
        const which = stretches.length > 1 ? `${day}, ${index + 1}` : day
        return (
          <div key={key} className={`${layout.tight} ${css.stretch}`}>
            <input
              type="time"
              className={`${controls.control} ${css.time}`}
              aria-label={`${which}: from`}
              aria-invalid={invalid}
              value={opens}
              required
              onChange={({ target }) => change(key, { opens: target.value })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              className={`${controls.control} ${css.time}`}
              aria-label={`${which}: until`}
              aria-invalid={invalid}
              value={closes}
              required
              onChange={({ target }) => change(key, { closes: target.value })}
            />
            <button
              type="button"
              className={`${controls.bare} ${controls.square}`}
              aria-label={`Remove ${which}: ${opens || 'no time'} to ${closes || 'no time'}`}
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
          onClick={() => onChange([...stretches, next(stretches)])}
        >
          Add hours
        </Button>
        {children}
      </div>
    </div>
  )
}

/** The usual day, or what may follow a morning. */
function next(stretches: readonly Stretch[]): Stretch {
  const last = stretches.at(-1)
  if (!last) return newStretch('09:00', '17:00')
  return last.closes !== '' && last.closes < '13:00' && last.closes !== '00:00'
    ? newStretch('13:00', '17:00')
    : newStretch()
}
