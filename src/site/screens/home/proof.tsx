import { home } from '#content/home.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { later } from '#site/lib/later.tsx'
import { Figures } from '#ui/figures.tsx'
import { DayChart } from './day-chart.tsx'
import css from './proof.module.css'

/** Its outlines are a third of what this view weighs, and nobody presses them. */
export const worldMap = later(async () => (await import('./world-map.tsx')).WorldMap)

const { proof } = home
const countries = proof.countries.map(({ country }) => country)

export function Proof() {
  return (
    <section className={css.section}>
      <div className={css.inner}>
        <div className={css.head}>
          <p className={css.eyebrow}>{proof.eyebrow}</p>
          <h2>{proof.title}</h2>
          <p>{proof.text}</p>
          <Figures items={proof.figures} />
        </div>
        <worldMap.Part names={countries} />
        <DayChart />
        <div className={css.terms}>
          <h3 className={css.termsTitle}>{proof.termsTitle}</h3>
          <dl>
            {proof.terms.map((term) => (
              <div key={term.title} className={css.term}>
                <dt>{term.title}</dt>
                <dd>{term.text}</dd>
              </div>
            ))}
          </dl>
          <BookCallButton place="proof" look="plain">
            {proof.book}
          </BookCallButton>
        </div>
      </div>
    </section>
  )
}
