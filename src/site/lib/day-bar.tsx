import { splitAtMidnight } from '#shared/lib/local-time.ts'
import css from './day-bar.module.css'
import drawing from './drawing.module.css'

interface DayBarProps {
  /** Hours of a UTC day; a range past midnight wraps around. */
  from: number
  to: number
  /** `signal` for the row that covers the entire day. */
  look?: 'ink' | 'signal'
  /** The current hour, drawn as a line; null before hydration. */
  now: number | null
}

const at = (hour: number) => `${+((hour / 24) * 100).toFixed(3)}%`

/** Working hours on a 24-hour line; the text next to the line states the same hours. */
export function DayBar({ from, to, look = 'ink', now }: DayBarProps) {
  return (
    <svg className={css.day} width="100%" height="28" aria-hidden="true" data-sweep="">
      {/* Vertically centered, because a taller row stretches the drawing. */}
      <svg y="50%" overflow="visible" aria-hidden="true">
        {splitAtMidnight(from, to).map((stretch) => (
          <rect
            key={stretch.from}
            className={drawing[look]}
            x={at(stretch.from)}
            width={at(stretch.to - stretch.from)}
            y="-7"
            height="14"
          />
        ))}
      </svg>
      {now !== null && <line className={css.now} x1={at(now)} x2={at(now)} y2="100%" />}
    </svg>
  )
}

/** The hour labels under a column of bars. */
export function DayScale() {
  return (
    <p className={css.scale} aria-hidden="true">
      <span>00</span>
      <span>06</span>
      <span>12</span>
      <span>18</span>
      <span>24 UTC</span>
    </p>
  )
}

/** Returns the time as a fractional hour of the UTC day. */
export const utcHour = (date: Date) => date.getUTCHours() + date.getUTCMinutes() / 60
