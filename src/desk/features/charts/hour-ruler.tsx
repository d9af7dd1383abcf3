import pieces from '#desk/lib/pieces.module.css'
import css from './drawings.module.css'

interface HourRulerProps {
  /** Hours; null when there is no value. */
  value: number | null
  before: number | null
  promise: number
}

/** A ruler from 0 to the promised hours, or to the multiple that the value needs, filled up to the value. */
export function HourRuler({ value, before, promise }: HourRulerProps) {
  const stretches = Math.max(1, Math.ceil(Math.max(value ?? 0, before ?? 0) / promise))
  const long = stretches * promise
  const at = (hour: number) => `${+((hour / long) * 100).toFixed(3)}%`
  // A long ruler has a mark every few hours, so that marks stay distinguishable.
  const step = Math.ceil(stretches / 3)
  const marks = Array.from({ length: Math.floor(long / step) + 1 }, (_, index) => index * step)
  const named = Array.from({ length: 5 }, (_, index) => (index * long) / 4)
  return (
    <svg className={`${pieces.axis} ${css.ruler}`} width="100%" height="76" aria-hidden="true">
      {value !== null && <rect className={pieces.lit} y="20" width={at(value)} height="16" />}
      {marks.map((hour) => (
        <line key={hour} x1={at(hour)} x2={at(hour)} y1={hour % (6 * step) === 0 ? 20 : 30} y2="42" />
      ))}
      <line className={css.ink} x2="100%" y1="42" y2="42" />
      {before !== null && <line className={css.before} x1={at(before)} x2={at(before)} y1="8" y2="42" />}
      <line className={css.promise} x1={at(promise)} x2={at(promise)} y1="8" y2="50" />
      {named.map((hour, index) => (
        <text
          key={hour}
          x={at(hour)}
          y="66"
          textAnchor={index === 0 ? 'start' : index === 4 ? 'end' : 'middle'}
        >
          {index === 4 ? `${hour} h` : hour}
        </text>
      ))}
    </svg>
  )
}
