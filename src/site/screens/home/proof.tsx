import { home } from '#content/home.ts'
import { BookCallButton } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import { Figures } from '#ui/figures.tsx'
import layout from '#ui/layout.module.css'
import css from './home.module.css'
import { WorldMap } from './world-map.tsx'

const { proof } = home
const countries = proof.countries.map(({ country }) => country)

export function Proof() {
  return (
    <section className={frame.sunken}>
      <div className={`${frame.split64} ${layout.page} ${css.proofInner}`}>
        <div className={layout.top}>
          <p className={layout.note}>{proof.eyebrow}</p>
          <h2>{proof.title}</h2>
          <p>{proof.text}</p>
          <Figures items={proof.figures} />
          <a href={proof.example.href}>{proof.example.label}</a>
        </div>
        <WorldMap names={countries} words={proof.map} />
        <div className={css.terms}>
          <div className={`${layout.top} ${css.risk}`}>
            <h3>{proof.termsTitle}</h3>
            <BookCallButton place="proof" look="plain" />
          </div>
          <dl>
            {proof.terms.map((term) => (
              <div key={term.title} className={css.term}>
                <dt>{term.title}</dt>
                <dd>{term.text}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
    </section>
  )
}
