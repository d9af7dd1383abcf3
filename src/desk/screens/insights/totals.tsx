import { count } from '#desk/features/charts/numbers.ts'
import type { Insights } from '#shared/contract/insights.ts'
import { changeOf } from './change.ts'
import { Section } from './section.tsx'
import css from './totals.module.css'

const figures = [
  { key: 'bookings', label: 'Bookings' },
  { key: 'messages', label: 'Messages' },
  { key: 'visitors', label: 'Visitors' },
  { key: 'sessions', label: 'Visits' },
  { key: 'views', label: 'Page views' },
  { key: 'downloads', label: 'Packs taken' },
] as const

/** The six figures of the range, those who wrote to us first, each with what it was before. */
export function Totals({ totals }: { totals: Insights['totals'] }) {
  const { now, before } = totals
  return (
    <Section title="How many came, and how many wrote to us?">
      <dl className={css.figures}>
        {figures.map(({ key, label }) => {
          const change = changeOf(now[key], before[key], label.toLowerCase())
          return (
            <div key={key} className={css.figure}>
              <dt>{label}</dt>
              <dd className={css.value}>{count(now[key])}</dd>
              <dd className={css.change}>
                {change.sign && <b>{change.sign} </b>}
                {change.words}
              </dd>
            </div>
          )
        })}
      </dl>
      <p className={css.note}>
        Visitors are the different browsers of each day, the days added up: who comes on three days counts
        three times, because what tells browsers apart is made anew every day. Bookings and messages are
        counted from their tables, without spam, whoever’s visits are shown.
      </p>
    </Section>
  )
}
