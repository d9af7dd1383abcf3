import { deliveryFrameworks } from '#content/delivery-frameworks.ts'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './phases.module.css'
import { ScheduleBar } from './schedule-bar.tsx'

const { phases, phasesWords } = deliveryFrameworks

/** Where each phase starts when all before it took their shortest, or their longest, time. */
function plan(weeks: 'minWeeks' | 'maxWeeks') {
  let from = 0
  return phases.map((phase) => {
    const start = from
    from += phase[weeks] ?? 0
    return { from: start, to: phase[weeks] === null ? null : from }
  })
}

const shortest = plan('minWeeks')
const longest = plan('maxWeeks')
const lastWeek = Math.max(...longest.map(({ to }) => to ?? 0))
const weeks = Array.from({ length: lastWeek }, (_, index) => index + 1)
/** Room on the right for the phase without an end. The style draws as many columns. */
const columns = lastWeek + 2

/** The shortest and the longest plan under one ruler of weeks. */
export function Schedule() {
  return (
    <figure className={frame.below}>
      <figcaption className={`${layout.row} ${css.caption}`}>
        <strong>{phasesWords.scheduleLabel}</strong>
        <span className={css.shortest}>{phasesWords.scheduleLegend.shortest}</span>
        <span className={css.scheduleLongest}>{phasesWords.scheduleLegend.longest}</span>
      </figcaption>
      <div className={css.scale} aria-hidden="true">
        <span>{phasesWords.weekLabel}</span>
        <svg className={`${drawing.drawing} ${drawing.scale}`} width="100%" height="28" aria-hidden="true">
          {weeks.map((week) => (
            <text key={week} x={`${(((week - 0.5) / columns) * 100).toFixed(3)}%`} y="18">
              {week}
            </text>
          ))}
        </svg>
      </div>
      <ol>
        {phases.map((phase, index) => (
          <li key={phase.phase} className={css.row} data-chart="">
            <p className={`${layout.row} ${css.name}`}>
              <strong>{phase.phase}</strong>{' '}
              <span className={`${layout.note} ${layout.numbers}`}>{phase.duration}</span>
            </p>
            <ScheduleBar
              columns={columns}
              shortest={shortest[index]}
              longest={longest[index]}
              goesLive={longest[index]?.to === lastWeek}
            />
          </li>
        ))}
      </ol>
    </figure>
  )
}
