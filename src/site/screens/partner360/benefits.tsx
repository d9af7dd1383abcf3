import { partner360 } from '#content/partner360.ts'
import css from './benefits.module.css'

const { benefits } = partner360

/** Two promises that carry the program, and four that follow from them. */
export function Benefits() {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{benefits.title}</h2>
        <p>{benefits.text}</p>
      </div>
      <ul className={css.benefits}>
        {benefits.items.map((benefit) => (
          <li key={benefit.title} className={css.benefit}>
            <h3 className={css.title}>{benefit.title}</h3>
            <p className={css.description}>{benefit.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
