import { about } from '#content/about.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './about.module.css'

const { values } = about

/** A ledger: what we hold to, what it means, and where an outsider can see it. */
export function Values() {
  return (
    <section className={layout.page}>
      <h2 className={css.valuesHead}>{values.title}</h2>
      <ul className={layout.ruled}>
        {values.items.map((value) => (
          <li key={value.title} className={`${frame.entry} ${css.valueRow}`}>
            <h3 className={css.name}>{value.title}</h3>
            <p>{value.description}</p>
            <p className={css.check}>
              <span className={frame.caption}>{values.checkLabel}</span> {value.check}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
