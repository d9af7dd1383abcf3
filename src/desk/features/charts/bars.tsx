import { useId } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import { CursorPlot, useCursor } from './cursor-plot.tsx'
import css from './drawings.module.css'

interface HourRulerProps {
  /** The number of hours; null if there is no value. */
  value: number | null
  before: number | null
  promise: number
}

/**
 * A ruler that is filled from zero to the value. The ruler covers the promised hours, or a multiple of them if the
 * value is larger.
 */
export function HourRuler({ value, before, promise }: HourRulerProps) {
  const stretches = Math.max(1, Math.ceil(Math.max(value ?? 0, before ?? 0) / promise))
  const long = stretches * promise
  const at = (hour: number) => `${+((hour / long) * 100).toFixed(3)}%`
  // The marks on a longer ruler are farther apart.
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
        <text key={hour} x={at(hour)} y="66" textAnchor={index === 0 ? 'start' : index === 4 ? 'end' : 'middle'}>
          {index === 4 ? `${hour} h` : hour}
        </text>
      ))}
    </svg>
  )
}

interface ShareBarProps {
  /** The share as a fraction of 1. A share of 1 or more fills the bar; null means that the total is zero. */
  share: number | null
  before: number | null
  /** True for a bar that is counted differently from the bars above it. */
  isHatched?: boolean
}

const percent = (share: number) => `${+(Math.min(1, share) * 100).toFixed(3)}%`

/** Shows a share as the filled part of a bar, with a mark at the previous period's share. */
export function ShareBar({ share, before, isHatched = false }: ShareBarProps) {
  const hatch = useId()
  return (
    <svg className={css.bar} width="100%" height="20" aria-hidden="true">
      <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" className={css.ground} />
        <line x1="0" x2="0" y2="5" className={css.hatch} />
      </pattern>
      <rect className={css.whole} y="4" width="100%" height="12" />
      {share !== null && share > 0 && (
        <rect
          className={css.ink}
          y="4"
          width={percent(share)}
          height="12"
          fill={isHatched ? `url(#${hatch})` : 'currentColor'}
        />
      )}
      {before !== null && (
        <>
          <line className={css.halo} x1={percent(before)} x2={percent(before)} y1="5" y2="15" />
          <line className={css.tick} x1={percent(before)} x2={percent(before)} y2="20" />
        </>
      )}
    </svg>
  )
}

interface MinuteBarsProps {
  label: string
  /** The value of each minute, oldest first. The last minute is not over yet. */
  values: readonly number[]
  say: (index: number) => string
  /** Labels for the left and right ends. */
  from: string
  until: string
}

const height = 96

/**
 * Shows a bar for each minute, and colors the current minute. Positions are percentages, so no element has to be
 * measured.
 */
export function MinuteBars({ label, values, say, from, until }: MinuteBarsProps) {
  const cursor = useCursor(values.length, 0, 5)
  const most = Math.max(1, ...values)
  const share = (part: number) => `${+((part / values.length) * 100).toFixed(3)}%`
  return (
    <div>
      <p className={`${layout.small} ${layout.numbers} ${css.readout}`} aria-hidden="true">
        {say(cursor.nearest)}
      </p>
      <CursorPlot cursor={cursor} label={label} count={values.length} say={say}>
        <svg height={height} className={css.minutes} aria-hidden="true">
          {values.map((value, index) => {
            const tall = value === 0 ? 2 : Math.max(6, (value / most) * (height - 4))
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: the index is the minute.
                key={index}
                x={share(index + 0.14)}
                width={share(0.72)}
                y={height - tall}
                height={tall}
                data-is-none={value === 0}
                data-is-now={index === values.length - 1}
                data-is-pointed={index === cursor.at}
              />
            )
          })}
        </svg>
      </CursorPlot>
      <p className={`${pieces.scale} ${css.scale}`} aria-hidden="true">
        <span>{from}</span>
        <span>{until}</span>
      </p>
    </div>
  )
}
