import { partner360 } from '#content/partner360.ts'
import layout from '#ui/layout.module.css'
import css from './partner360.module.css'

const { phases } = partner360.plan

/** The whole program on one strip of twelve weeks; on a phone each phase has a strip of its own. */
export function TwelveWeeks() {
  return (
    <ol className={css.strip}>
      {phases.map((phase) => (
        <li
          key={phase.title}
          className={`${layout.top} ${css.phase}`}
          data-length={phase.toWeek - phase.fromWeek + 1}
        >
          <span className={css.bar} />
          <strong className={css.twelveWeeksName}>{phase.title}</strong>{' '}
          <span className={`${layout.note} ${layout.numbers} ${css.weeks}`}>{phase.weeks}</span>
        </li>
      ))}
    </ol>
  )
}
