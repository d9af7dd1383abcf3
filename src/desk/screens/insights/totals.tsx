import { count, signedPercent } from '#desk/features/charts/chart-labels.ts'
import pieces from '#desk/lib/pieces.module.css'
import type { Insights } from '#shared/contract/insights.ts'
import layout from '#ui/layout.module.css'
import css from './figures.module.css'
import type { Comparison } from './range.ts'
import { Section } from './section.tsx'

const figures = [
  { key: 'bookings', label: 'Bookings', of: 'requests' },
  { key: 'messages', label: 'Messages', of: 'requests' },
  { key: 'visitors', label: 'Visitors', of: 'visits' },
  { key: 'sessions', label: 'Visits', of: 'visits' },
  { key: 'views', label: 'Page views', of: 'visits' },
  { key: 'downloads', label: 'Packs taken', of: 'visits' },
] as const

const alone: Change = { sign: null, words: 'not compared' }

/** The six figures of the range, those who wrote to us first, each with what it was before. */
export function Totals({ totals, compared }: { totals: Insights['totals']; compared: Comparison }) {
  const { now, before } = totals
  return (
    <Section title="How many came, and how many wrote to us?">
      <dl className={css.figures}>
        {figures.map(({ key, label, of }) => {
          const change = compared[of] ? changeOf(now[key], before[key], label.toLowerCase()) : alone
          return (
            <div key={key} className={`${layout.close} ${css.figure}`}>
              <dt>{label}</dt>
              <dd className={`${layout.figure} ${css.value}`}>{count(now[key])}</dd>
              <dd className={`${pieces.print} ${css.change}`}>
                {change.sign && <b className={layout.numbers}>{change.sign} </b>}
                {change.words}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className={`${pieces.print} ${pieces.readable}`}>
        A visit is one coming to the site, in one tab. Visitors are the different browsers of each day, the
        days added up: who comes twice on one day is one visitor with two visits, and who comes on three days
        counts three times, because what tells browsers apart is made anew every day. Bookings and messages
        are counted from their tables, without spam, whoever’s visits are shown.
      </p>
    </Section>
  )
}

/** How a figure compares with the same of the time before. */
interface Change {
  /** '+12%'; null where a share would say nothing. */
  sign: string | null
  /** '462 more than before' */
  words: string
}

/** `many` is what is counted: 'visits'. Few or many, more or less; whether that is good, the reader knows best. */
export function changeOf(now: number, before: number, many: string): Change {
  if (before === 0) {
    return { sign: null, words: now === 0 ? 'none before either' : `no ${many} in the time before` }
  }
  if (now === before) return { sign: '±0', words: `as many as before` }
  const difference = Math.abs(now - before)
  const words = `${count(difference)} ${now > before ? 'more' : 'fewer'} than before`
  return { sign: signedPercent((now - before) / before), words }
}
