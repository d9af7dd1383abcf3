import { roiPaper } from '#content/roi-paper.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './paper.module.css'

const { limits } = roiPaper

/** What an owner should not read into the figures. */
export function Limits() {
  return (
    <section className={`${frame.split64} ${layout.page} ${css.limitsSection}`}>
      <h2 className={css.limitsTitle}>{limits.title}</h2>
      <ul className={`${frame.split40} ${css.items}`}>
        {limits.items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  )
}
