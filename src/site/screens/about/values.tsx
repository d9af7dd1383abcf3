import { about } from '#content/about.ts'
import css from './values.module.css'

const { values } = about

/** A ledger: what we hold to, what it means, and where an outsider can see it. */
export function Values() {
  return (
    <section className={css.section}>
      <h2 className={css.head}>{values.title}</h2>
      <ul className={css.ledger}>
        {values.items.map((value) => (
          <li key={value.title} className={css.value}>
            <h3 className={css.name}>{value.title}</h3>
            <p>{value.description}</p>
            <p className={css.check}>
              <span className={css.label}>{values.checkLabel}</span> {value.check}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
