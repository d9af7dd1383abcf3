import { deliveryFrameworks, phasePlan } from '#content/delivery-frameworks.ts'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import layout from '#ui/layout.module.css'
import css from './phases.module.css'

const { phases, phasesWords } = deliveryFrameworks

const shortest = phasePlan('min')
const longest = phasePlan('max')
const lastWeek = Math.max(...longest.map(({ to }) => to ?? 0))
const weeks = Array.from({ length: lastWeek }, (_, index) => index + 1)
/** Leaves room on the right for the phase without an end. */
const columns = lastWeek + 2
const at = (week: number) => `${((week / columns) * 100).toFixed(3)}%`

/** The shortest and the longest plan on one scale of weeks. */
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
          <pattern id="schedule-weeks" width={at(1)} height="1">
            <path className={css.week} d="M.5 0v56" />
          </pattern>
          {weeks.map((week) => (
            <text key={week} x={at(week - 0.5)} y="18">
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

/** A range in weeks. A range without an end extends past the right edge of the chart. */
interface WeekRange {
  readonly from: number
  readonly to: number | null
}

interface ScheduleBarProps {
  shortest: WeekRange | undefined
  longest: WeekRange | undefined
  /** The launch phase, in color. */
  goesLive: boolean
}

/** One phase in both plans. The text next to the bars gives the duration. */
function ScheduleBar({ shortest, longest, goesLive }: ScheduleBarProps) {
  const bar = ({ from, to }: WeekRange, look: string | undefined, y: number) =>
    to === null ? (
      <>
        <line className={`${drawing.line} ${css.open}`} x1={at(from)} x2="100%" y1={y + 6} y2={y + 6} />
        <svg x="100%" y={y + 6} overflow="visible" aria-hidden="true">
          <path className={`${drawing.line} ${css.scheduleBarHead}`} d="M-9-8 0 0l-9 8" />
        </svg>
      </>
    ) : (
      <rect className={look} x={at(from)} width={at(to - from)} y={y} height="12" />
    )
  return (
    <svg className={drawing.drawing} width="100%" height="56" aria-hidden="true" data-sweep="">
      <rect width="100%" height="56" fill="url(#schedule-weeks)" />
      {shortest && bar(shortest, goesLive ? css.live : drawing.ink, 12)}
      {longest && bar(longest, goesLive ? css.live : css.scheduleBarLongest, 32)}
    </svg>
  )
}
