import type { ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { newStretch } from './draft.ts'
import css from './stretch-fields.module.css'
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
    <div className={css.stretches}>
      {stretches.length === 0 && <p className={css.none}>{none}</p>}
      {stretches.map(({ key, opens, closes }, index) => {
        const which = stretches.length > 1 ? `${day}, ${index + 1}` : day
        return (
          <div key={key} className={css.stretch}>
            <input
              type="time"
              className={css.time}
              aria-label={`${which}: from`}
              aria-invalid={invalid}
              value={opens}
              required
              onChange={({ target }) => change(key, { opens: target.value })}
            />
            <span aria-hidden="true">–</span>
            <input
              type="time"
              className={css.time}
              aria-label={`${which}: until`}
              aria-invalid={invalid}
              value={closes}
              required
              onChange={({ target }) => change(key, { closes: target.value })}
            />
            <button
              type="button"
              className={css.remove}
              aria-label={`Remove ${which}: ${opens || 'no time'} to ${closes || 'no time'}`}
              onClick={() => onChange(stretches.filter((one) => one.key !== key))}
            >
              <Icon name="close" />
            </button>
          </div>
        )
      })}
      {fault && (
        <p className={css.fault} role="status">
          {fault}
        </p>
      )}
      <div className={css.ways}>
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
