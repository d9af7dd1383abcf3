import pieces from '#desk/lib/pieces.module.css'
import css from './hours.module.css'

const at = (minutes: number) => `${+((minutes / 1440) * 100).toFixed(3)}%`

/** A part of a day, in minutes after midnight. */
export interface DaySpan {
  key: string | number
  from: number
  until: number
}

export function DayBar({ spans }: { spans: readonly DaySpan[] }) {
  return (
    <svg width="100%" height="28" className={css.drawn} aria-hidden="true">
      {spans.map(({ key, from, until }) => (
        <rect key={key} x={at(from)} width={at(until - from)} y="6" height="16" />
      ))}
    </svg>
  )
}

export function DayScale() {
  return (
    <p className={`${pieces.scale} ${css.scale}`} aria-hidden="true">
      <span>00</span>
      <span>06</span>
      <span>12</span>
      <span>18</span>
      <span>24</span>
    </p>
  )
}
