import pieces from '#desk/lib/pieces.module.css'
import { hourLabel } from '#desk/lib/times.ts'
import css from './hours.module.css'

const at = (minutes: number) => `${+((minutes / 1440) * 100).toFixed(3)}%`

/** A part of a day; both times are minutes after midnight. */
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
      {[0, 6, 12, 18, 24].map((hour) => (
        // In 12-hour formats, only the labels for midnight and noon have room for AM and PM.
        <span key={hour}>{hour % 12 === 0 ? hourLabel(hour) : hourLabel(hour).split(' ')[0]}</span>
      ))}
    </p>
  )
}
