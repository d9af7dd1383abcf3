import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import { CursorPlot } from './cursor-plot.tsx'
import css from './drawings.module.css'
import { useCursor } from './use-cursor.ts'

interface MinuteBarsProps {
  label: string
  /** Oldest first; the last is still running. */
  values: readonly number[]
  say: (index: number) => string
  /** Words under the left and the right end. */
  from: string
  until: string
}

const height = 96

/** One bar for each minute; the current one is in colour. Positions are percentages, so nothing is measured. */
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
