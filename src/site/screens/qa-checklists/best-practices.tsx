import { qaChecklists } from '#content/qa-checklists.ts'
import css from './best-practices.module.css'

const { bestPractices } = qaChecklists

/** Seven habits: the words about them take the first of eight places. */
export function BestPractices() {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2>{bestPractices.title}</h2>
        <p>{bestPractices.text}</p>
      </div>
      <ul className={css.habits}>
        {bestPractices.items.map((item) => (
          <li key={item.title} className={css.habit}>
            <h3>{item.title}</h3>
            <p className={css.description}>{item.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
