import { qaChecklists } from '#content/qa-checklists.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './qa-checklists.module.css'

const { bestPractices } = qaChecklists

/** Seven habits: the words about them take the first of eight places. */
export function BestPractices() {
  return (
    <section className={`${layout.page} ${css.bestPracticesSection}`}>
      <div className={`${layout.top} ${css.head}`}>
        <h2>{bestPractices.title}</h2>
        <p>{bestPractices.text}</p>
      </div>
      <ul className={css.habits}>
        {bestPractices.items.map((item) => (
          <li key={item.title} className={css.habit}>
            <h3>{item.title}</h3>
            <p className={frame.description}>{item.description}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
