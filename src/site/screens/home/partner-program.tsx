import { home } from '#content/home.ts'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import { Icon } from '#ui/icon.tsx'
import css from './partner-program.module.css'

const { partner360 } = home
const weeks = Array.from({ length: 12 }, (_, week) => week + 1)
/** Last weeks of the four phases; the plan itself is on the view this section leads to. */
const phaseEnds = [2, 6, 10, 12]

/** Three stacks running side by side over twelve weeks. */
export function PartnerProgram() {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <p className={css.eyebrow}>{partner360.eyebrow}</p>
        <h2>{partner360.title}</h2>
        <div>
          <p className={css.text}>{partner360.text}</p>
          <ViewLink to="partner360" className={css.link}>
            {partner360.link} <Icon name="arrow" />
          </ViewLink>
        </div>
      </div>
      <div className={css.plan}>
        <ol className={css.weeks} aria-hidden="true">
          {weeks.map((week) => (
            <li key={week} data-end={phaseEnds.includes(week) || undefined}>
              {week}
            </li>
          ))}
        </ol>
        <ul className={css.stacks}>
          {partner360.stacks.map((stack) => (
            <li key={stack.name} className={css.stack}>
              <h3>{stack.name}</h3>
              <p>{stack.line}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
