import controls from '#desk/lib/controls.module.css'
import { shortDay } from '#shared/lib/local-time.ts'
import layout from '#ui/layout.module.css'
import css from './grid.module.css'
import type { Shown } from './place.ts'
import { afterKey, firstSpot } from './spots.ts'
import type { Planning } from './use-planning.ts'

interface DayPlanProps {
  index: number
  /** `2026-11-24` */
  date: string
  shown: Shown
  planning: Planning
}

/** The ground of a day as a button: pressed where a call is to be; by keys, arrows choose the place and Enter takes it. */
export function DayPlan({ index, date, shown, planning }: DayPlanProps) {
  const { aim, spotAt, look, plan } = planning
  const own = aim?.call === null ? aim.spot : null
  return (
    <button
      type="button"
      data-plan={index}
      className={`${layout.small} ${controls.bare} ${css.plan}`}
      aria-label={`Plan a call on ${shortDay(date)}`}
      onFocus={(event) =>
        event.currentTarget.matches(':focus-visible') && !own && look(firstSpot(index, shown))
      }
      onBlur={() => own && look(null)}
      onPointerMove={({ pointerType, clientX, clientY }) =>
        pointerType === 'mouse' && aim?.call == null && look(spotAt(clientX, clientY))
      }
      onPointerLeave={() => own && look(null)}
      onKeyDown={(event) => {
        const spot = afterKey(event.key, own ?? firstSpot(index, shown), shown)
        if (!spot) return
        event.preventDefault()
        look(spot)
      }}
      onClick={({ detail, clientX, clientY }) => {
        // A key has no place on the screen.
        const pointed = detail > 0 ? spotAt(clientX, clientY) : null
        plan(pointed ?? own ?? firstSpot(index, shown))
      }}
    >
      <span className={css.word}>Plan a call</span>
    </button>
  )
}
