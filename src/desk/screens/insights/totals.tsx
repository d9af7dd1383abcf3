import { formatCount, signedPercent } from '#desk/features/charts/chart-labels.ts'
import pieces from '#desk/lib/pieces.module.css'
import type { Insights } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import css from './figures.module.css'
import type { Comparison } from './range.ts'
import { InsightsSection } from './section.tsx'

const figures = [
  { key: 'bookings', label: 'Bookings', of: 'requests' },
  { key: 'messages', label: 'Messages', of: 'requests' },
  { key: 'visitors', label: 'Visitors', of: 'visits' },
  { key: 'sessions', label: 'Visits', of: 'visits' },
  { key: 'views', label: 'Page views', of: 'visits' },
  { key: 'downloads', label: 'Pack downloads', of: 'visits' },
] as const

const notCompared: FigureChange = { sign: null, words: 'not compared' }

/** The six main figures, each with its change from the previous period. */
export function Totals({ totals, compared }: { totals: Insights['totals']; compared: Comparison }) {
  const { now, before } = totals
  return (
    <InsightsSection title="How many people visited, and how many contacted us?">
      <dl className={css.figures}>
        {figures.map(({ key, label, of }) => {
          const change = compared[of] ? changeOf(now[key], before[key], label.toLowerCase()) : notCompared
          return (
            <div key={key} className={`${layout.close} ${css.figure}`}>
              <dt>{label}</dt>
              <dd className={`${layout.figure} ${css.value}`}>{formatCount(now[key])}</dd>
              <dd className={`${pieces.print} ${css.change}`}>
                {change.sign && <b className={layout.numbers}>{change.sign} </b>}
                {change.words}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className={`${pieces.print} ${pieces.readable}`}>
        A visit is one session in one tab. Visitors: the sum of each day’s distinct browsers. Browsers are not
        recognized across days: two visits on one day count as one visitor, and visits on three days count as three. All
        bookings and messages except spam are counted, even if the visitor is not tracked.
      </p>
    </InsightsSection>
  )
}

/** A figure compared with the previous period. */
interface FigureChange {
  /** The change, such as '+12%'; null if the previous figure was zero. */
  sign: string | null
  /** '462 more than before' */
  words: string
}

/** `many` names what is counted, such as 'visits'. */
export function changeOf(now: number, before: number, many: string): FigureChange {
  if (before === 0) {
    return { sign: null, words: now === 0 ? 'none in either period' : `no ${many} in the previous period` }
  }
  if (now === before) return { sign: '±0', words: 'same as before' }
  const difference = Math.abs(now - before)
  const words = `${formatCount(difference)} ${now > before ? 'more' : 'fewer'} than before`
  return { sign: signedPercent((now - before) / before), words }
}
