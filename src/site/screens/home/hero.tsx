import { home } from '#content/home.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import { Figures } from '#ui/figures.tsx'
import css from './hero.module.css'
import { HourRuler } from './hour-ruler.tsx'

const { hero } = home

export function Hero() {
  return (
    <section className={css.hero}>
      <div className={css.words}>
        <p className={css.eyebrow}>{hero.eyebrow}</p>
        <h1>{hero.title}</h1>
        <p className={css.lede}>{hero.lede}</p>
        <div className={css.actions}>
          <BookCallButton>{hero.book}</BookCallButton>
          <ViewLink to="services">{hero.services}</ViewLink>
        </div>
      </div>
      <Figures items={hero.figures} direction="column" />
      <HourRuler />
    </section>
  )
}
