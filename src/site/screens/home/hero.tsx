import { home } from '#content/home.ts'
import { BookCallButton, useSlots } from '#site/features/booking/book-call.tsx'
import { ViewLink } from '#site/lib/navigation.tsx'
import { Figures } from '#ui/figures.tsx'
import layout from '#ui/layout.module.css'
import css from './hero.module.css'
import { HourRuler } from './hour-ruler.tsx'
import { Proposal } from './proposal.tsx'

const { hero } = home

/** Who it is for, what it is and what to do next, beside the thing itself; below, how it comes to be. */
export function Hero() {
  const now = useSlots(hero.offer.now)
  return (
    <div className={css.day}>
      <section className={`${layout.page} ${css.hero}`}>
        <div>
          <p className={css.reader}>{hero.eyebrow}</p>
          <h1>{hero.title}</h1>
          <p className={css.lede}>{hero.lede}</p>
          <div className={`${layout.bar} ${css.actions}`}>
            <BookCallButton place="hero" label="short" />
            <ViewLink to="services">{hero.services}</ViewLink>
          </div>
          <p className={`${layout.small} ${css.offer}`}>
            <strong>
              {`${hero.offer.free} `}
              <s>{hero.offer.usually}</s>.
            </strong>
            {` ${now}`}
          </p>
        </div>
        <Proposal />
        <Figures items={hero.figures} />
      </section>
      <HourRuler />
    </div>
  )
}
