import { about } from '#content/about.ts'
import { quietLink } from '#ui/quiet-link.ts'
import css from './stats.module.css'

const { stats } = about

/** Four figures in one line across the page, as large as the page allows. */
export function Stats() {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2 className={css.title}>{stats.title}</h2>
        <p className={css.note}>{stats.note}</p>
      </div>
      <dl className={css.stats}>
        {stats.items.map((stat) => (
          <div key={stat.label} className={css.stat}>
            <dt className={css.label}>
              <a className={quietLink} href={stat.base}>
                {stat.label}
              </a>
            </dt>
            <dd className={css.value}>{stat.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
