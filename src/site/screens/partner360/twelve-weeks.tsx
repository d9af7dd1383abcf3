import { partner360 } from '#content/partner360.ts'
import css from './twelve-weeks.module.css'

const { phases } = partner360.plan

/** The whole program on one strip of twelve weeks; on a phone each phase has a strip of its own. */
export function TwelveWeeks() {
  return (
    <ol className={css.strip}>
      {phases.map((phase) => (
        <li key={phase.title} className={css.phase} data-length={phase.toWeek - phase.fromWeek + 1}>
          <span className={css.bar} />
          <strong className={css.name}>{phase.title}</strong> <span className={css.weeks}>{phase.weeks}</span>
        </li>
      ))}
    </ol>
  )
}
