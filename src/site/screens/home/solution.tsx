import { home } from '#content/home.ts'
import frame from '#site/lib/frame.module.css'
import { ViewLink } from '#site/lib/navigation.tsx'
import { Board } from '#ui/board.tsx'
import { SectionHead } from '#ui/section-head.tsx'
import css from './home.module.css'

const { solution } = home

/** Six answers on a departure board; each names the moment of the week it takes away. */
export function Solution() {
  return (
    <Board>
      <SectionHead eyebrow={solution.eyebrow} title={solution.title}>
        <p>
          {`${solution.text} `}
          <ViewLink to="services">{solution.link}</ViewLink>
        </p>
      </SectionHead>
      <ul className={css.cards}>
        {solution.cards.map((card) => (
          <li key={card.title} className={css.solutionCard}>
            <p className={css.answers}>{card.answers}</p>
            <p className={css.figure}>
              {`${card.figure} `}
              <span className={`${frame.caption} ${css.figureLabel}`}>{card.figureLabel}</span>
            </p>
            <h3>{card.title}</h3>
            <p className={frame.description}>{card.description}</p>
          </li>
        ))}
      </ul>
    </Board>
  )
}
