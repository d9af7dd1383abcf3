import layout from '#ui/layout.module.css'
import css from './drawings.module.css'
import { count } from './numbers.ts'

interface LegendProps {
  series: readonly { name: string; values: readonly number[]; look: 'main' | 'second' | 'thin' | 'marks' }[]
  /** The position whose figures are shown; null for the totals. */
  at: number | null
  /** The name of that position, or of all positions together. */
  place: string
}

/** The lines of the chart, with the figures at the cursor. */
export function Legend({ series, at, place }: LegendProps) {
  return (
    <div className={`${layout.row} ${layout.small} ${css.legend}`}>
      <p className={css.place}>{place}</p>
      <dl className={`${layout.row} ${layout.small} ${css.legend}`}>
        {series.map(({ name, values, look }) => (
          <div key={name} className={css.entry}>
            <dt className={layout.soft}>
              <svg width="26" height="12" className={css[look]} aria-hidden="true">
                {look === 'marks' ? (
                  <rect x="7" y="0.5" width="11" height="11" />
                ) : (
                  <line x1="0" x2="26" y1="6" y2="6" />
                )}
              </svg>
              {name}
            </dt>
            <dd>{count(at === null ? values.reduce((sum, value) => sum + value, 0) : (values[at] ?? 0))}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
