import { exampleCase } from '#content/case.ts'
import { PackLink } from '#site/features/packs/pack-link.tsx'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './case.module.css'
import { CasePages } from './case-pages.tsx'

/** One proposal as a timetable, and the proposal itself beside it. */
export function Case() {
  const { eyebrow, title, text, steps, pack, download } = exampleCase
  return (
    <section className={`${frame.split64} ${layout.page} ${css.section}`} id={exampleCase.id}>
      <div className={css.words}>
        <p className={`${frame.aside} ${css.eyebrow}`}>{eyebrow}</p>
        <h2>{title}</h2>
        <p>{text}</p>
        <ol className={css.steps}>
          {steps.map(({ time, who, isPartner, what }) => (
            <li key={time} className={`${layout.column} ${frame.entry} ${css.step}`} data-partner={isPartner}>
              <p className={css.time}>{time}</p>
              <div>
                <p className={css.who}>{who}</p>
                <p>{what}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
      <div className={`${layout.left} ${css.document}`}>
        <CasePages />
        <PackLink pack={pack} place="case">
          {download}
        </PackLink>
      </div>
    </section>
  )
}
