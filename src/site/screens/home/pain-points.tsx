import { home } from '#content/home.ts'
import frame from '#site/lib/frame.module.css'
import { CalculatorLink } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import css from './home.module.css'

const { painPoints } = home

/** Five moments of one week, as the printed timetable of a business that does everything itself. */
export function PainPoints() {
  return (
    <section className={`${frame.split64} ${layout.page} ${css.painPointsSection}`}>
      <div className={`${layout.top} ${css.painPointsHead}`}>
        <p className={layout.note}>{painPoints.eyebrow}</p>
        <h2>{painPoints.title}</h2>
        <p>{painPoints.text}</p>
        <p className={layout.note}>
          {`${painPoints.note} `}
          <CalculatorLink>{painPoints.link}</CalculatorLink>
        </p>
      </div>
      <ol className={layout.ruled}>
        {painPoints.cards.map((card) => (
          <li key={card.day} className={`${frame.entry} ${css.painPointsCard}`}>
            <p className={css.time}>
              <span>{card.day}</span>
              {` ${card.time}`}
            </p>
            <div>
              <h3>{card.title}</h3>
              <p className={frame.description}>{card.description}</p>
            </div>
            <p className={css.cost}>
              <span className={`${frame.caption} ${css.costLabel}`}>{painPoints.costLabel}</span>
              {` ${card.cost}`}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
