import { roiPaper } from '#content/roi-paper.ts'
import css from './limits.module.css'

const { limits } = roiPaper

/** What an owner should not read into the figures. */
export function Limits() {
  return (
    <section className={css.section}>
      <h2 className={css.title}>{limits.title}</h2>
      <ul className={css.items}>
        {limits.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
