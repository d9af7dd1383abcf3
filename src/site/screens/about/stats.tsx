import { about } from '#content/about.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './about.module.css'

const { stats } = about

/** Four figures in one line across the page, as large as the page allows. */
export function Stats() {
  return (
    <section className={`${layout.page} ${css.statsSection}`}>
      <div className={`${layout.ends} ${css.statsHead}`}>
        <h2 className={frame.title}>{stats.title}</h2>
        <p className={layout.note}>{stats.note}</p>
      </div>
      <dl className={`${frame.entry} ${css.stats}`}>
        {stats.items.map((stat) => (
          <div key={stat.label} className={css.stat}>
            <dt className={layout.soft}>{stat.label}</dt>
            <dd className={css.statsValue}>{stat.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
