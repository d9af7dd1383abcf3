import drawing from '#site/lib/drawing.module.css'
import css from './phases.module.css'

/** A stretch in weeks; without an end it leaves the chart on the right. */
interface Stretch {
  readonly from: number
  readonly to: number | null
}

interface ScheduleBarProps {
  /** How many weeks the width stands for. */
  columns: number
  shortest: Stretch | undefined
  longest: Stretch | undefined
  /** The phase that all before it work towards, in colour. */
  goesLive: boolean
}

/** One phase in both plans. The words beside it say how long it takes. */
export function ScheduleBar({ columns, shortest, longest, goesLive }: ScheduleBarProps) {
  const at = (week: number) => `${((week / columns) * 100).toFixed(3)}%`
  const bar = ({ from, to }: Stretch, look: string | undefined, y: number) =>
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
    <svg
      className={`${drawing.drawing} ${css.weeks}`}
      width="100%"
      height="56"
      aria-hidden="true"
      data-sweep=""
    >
      {shortest && bar(shortest, goesLive ? css.live : drawing.ink, 12)}
      {longest && bar(longest, goesLive ? css.live : css.scheduleBarLongest, 32)}
    </svg>
  )
}
