import { mayWork, useMe } from '#desk/lib/door.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { unseen } from '#ui/unseen.ts'
import { Day } from './day.tsx'
import css from './grid.module.css'
import type { Lane } from './lanes.ts'
import { hoursToShow, placeCalls } from './place.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { hostAt, instantOf } from './spots.ts'
import { usePlanning } from './use-planning.ts'

const usualHourPx = 56
/** Calls that share an hour have half a column each, where company and host need a line each. */
const sharedHourPx = 100

/** A lane narrower than this shows nothing; where all of them take more than the screen, the week is scrolled sideways. */
const leastLaneRem = 3

interface GridProps {
  week: WeekOfCalls
  calls: readonly BookingRow[]
  /** Those to show; none where each day has one column. */
  lanes: readonly Lane[]
}

/** Seven days beside one another under one ruler of hours; on a phone, one below the other without it. */
export function Grid({ week, calls, lanes }: GridProps) {
  const days = placeCalls(week, calls, lanes)
  const { first, last } = hoursToShow(week, days, lanes)
  const isShared = days.some((day) => day.calls.some(({ width }) => width < 1))
  const height = isShared ? sharedHourPx : usualHourPx
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const shown = { week, days, lanes, first, last }
  const planning = usePlanning(shown, height)
  const { grid, aim, planned } = planning
  const isWorker = mayWork(useMe())
  return (
    <div
      ref={grid}
      className={css.week}
      data-is-aiming={aim?.call != null}
      data-has-lanes={lanes.length > 0}
      style={{ '--least': `${lanes.length * leastLaneRem}rem` } as React.CSSProperties}
    >
      <div className={css.ruler} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ top: (hour - first) * height }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {days.map((day, index) => (
        <Day
          key={day.day}
          index={index}
          shown={shown}
          hourPx={height}
          planning={isWorker ? planning : null}
        />
      ))}
      <p className={unseen} role="status">
        {aim && planning.words(aim)}
      </p>
      {planned && (
        <PlanDialog
          isOpen
          at={instantOf(planned, shown)}
          zone={week.time_zone}
          host={hostAt(planned, shown)}
          onClose={() => planning.plan(null)}
        />
      )}
    </div>
  )
}
