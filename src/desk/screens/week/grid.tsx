import { mayWork, useMe } from '#desk/lib/door.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import layout from '#ui/layout.module.css'
import { unseen } from '#ui/unseen.ts'
import { Day } from './day.tsx'
import css from './grid.module.css'
import type { Lane } from './lanes.ts'
import { placeWeek } from './place.ts'
import { PlanDialog } from './plan-dialog.tsx'
import { hostAt, instantOf } from './spots.ts'
import { usePlanning } from './use-planning.ts'

/** Half an hour holds two lines: time and company, and host. */
const usualHourPx = 84
/** Calls that share an hour have half a column each, where each of the three needs a line. */
const sharedHourPx = 104

interface GridProps {
  week: WeekOfCalls
  calls: readonly BookingRow[]
  /** Who has hours or calls in this week. */
  holders: readonly Lane[]
  /** Whose calls alone. */
  chosen: string | undefined
}

/** Seven days beside one another under one ruler of hours; on a phone, one below the other without it. */
export function Grid({ week, calls, holders, chosen }: GridProps) {
  const shown = placeWeek(week, calls, holders, chosen)
  const { days, hours } = shown
  const isShared = days.some((day) => day.calls.some(({ width }) => width < 1))
  const height = isShared ? sharedHourPx : usualHourPx
  // A day on which nobody works and nobody talks leaves its room to the others.
  const widths = days.map(({ calls: { length }, dayOff, grounds }) =>
    length > 0 || dayOff !== null || grounds.some(({ open }) => open.length > 0) ? '1fr' : '0.6fr',
  )
  const planning = usePlanning(shown, height)
  const { grid, aim, planned } = planning
  const isWorker = mayWork(useMe())
  return (
    <div
      ref={grid}
      className={css.week}
      data-is-aiming={aim?.call != null}
      style={{ '--days': widths.join(' ') } as React.CSSProperties}
    >
      <div className={`${layout.tiny} ${css.ruler}`} aria-hidden="true">
        {[...hours, (hours.at(-1) ?? 0) + 1].map((hour, row) => (
          <span key={hour} style={{ top: row * height }}>
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
