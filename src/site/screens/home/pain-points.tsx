import { home } from '#content/home.ts'
import { CalculatorLink } from '#site/features/navigation/calculator-link.tsx'
import css from './pain-points.module.css'

const { painPoints } = home

/** Five moments of one week, as the printed timetable of a business that does everything itself. */
export function PainPoints() {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <p className={css.eyebrow}>{painPoints.eyebrow}</p>
        <h2>{painPoints.title}</h2>
        <p>{painPoints.text}</p>
        <p className={css.note}>
          {`${painPoints.note} `}
          <CalculatorLink>{painPoints.link}</CalculatorLink>
        </p>
      </div>
      <ol className={css.week}>
        {painPoints.cards.map((card) => (
          <li key={card.day} className={css.card}>
            <p className={css.time}>
              <span>{card.day}</span>
              {` ${card.time}`}
            </p>
            <div>
              <h3>{card.title}</h3>
              <p className={css.description}>{card.description}</p>
            </div>
            <p className={css.cost}>
              <span className={css.costLabel}>{painPoints.costLabel}</span>
              {` ${card.cost}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
