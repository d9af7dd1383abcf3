import { about } from '#content/about.ts'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './about.module.css'

const { mission } = about

export function Mission() {
  return (
    <section className={`${layout.page} ${css.missionSection}`}>
      <h2 className={`${frame.title} ${css.missionTitle}`}>{mission.title}</h2>
      <p className={css.missionStatement}>{mission.statement}</p>
      <p className={`${frame.below} ${css.missionText}`}>{mission.text}</p>
    </section>
  )
}
