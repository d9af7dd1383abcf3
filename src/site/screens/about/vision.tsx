import { about } from '#content/about.ts'
import { DayRelay } from './day-relay.tsx'
import css from './vision.module.css'

const { vision } = about

export function Vision() {
  return (
    <section className={css.board}>
      <div className={css.inner}>
        <div className={css.words}>
          <h2 className={css.title}>{vision.title}</h2>
          <p className={css.statement}>{vision.statement}</p>
          <p className={css.text}>{vision.text}</p>
        </div>
        <DayRelay />
      </div>
    </section>
  )
}
