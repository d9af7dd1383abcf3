import { home } from '#content/home.ts'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import css from './solution.module.css'

const { solution } = home

/** Six answers on a departure board; each names the moment of the week it takes away. */
export function Solution() {
  return (
    <section className={css.board}>
      <div className={css.inner}>
        <div className={css.head}>
          <p className={css.eyebrow}>{solution.eyebrow}</p>
          <h2>{solution.title}</h2>
          <p className={css.text}>
            {solution.text} <ViewLink to="services">{solution.link}</ViewLink>
          </p>
        </div>
        <ul className={css.cards}>
          {solution.cards.map((card) => (
            <li key={card.title} className={css.card}>
              <p className={css.answers}>{card.answers}</p>
              <p className={css.figure}>
                {card.figure} <span className={css.figureLabel}>{card.figureLabel}</span>
              </p>
              <h3>{card.title}</h3>
              <p className={css.description}>{card.description}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
