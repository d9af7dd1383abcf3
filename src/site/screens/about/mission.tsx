import { about } from '#content/about.ts'
import css from './mission.module.css'

const { mission } = about

export function Mission() {
  return (
    <section className={css.section}>
      <h2 className={css.title}>{mission.title}</h2>
      <p className={css.statement}>{mission.statement}</p>
      <p className={css.text}>{mission.text}</p>
    </section>
  )
}
