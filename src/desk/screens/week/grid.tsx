import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayAndTime, hourLabel } from '#desk/lib/times.ts'
import { nameAndCompany } from '#desk/lib/words.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { waitingQuery } from './api.ts'
import { Day } from './day.tsx'
import css from './grid.module.css'
import type { Lane } from './lanes.ts'
import { hostAt, instantOf } from './slots.ts'
import { usePlanning } from './use-planning.ts'
import { layOutWeek } from './week-layout.ts'

/** Pixels per hour. Half an hour has space for two lines: one for the time and company, and one for the host. */
const usualHourPx = 84
/** Pixels per hour if calls share a column. The text of such a call needs three lines. */
const sharedHourPx = 104

interface GridProps {
  week: WeekOfCalls
  calls: readonly BookingListRow[]
  holders: readonly Lane[]
  /** The member whose calls are shown; undefined for all members. */
  chosen: string | undefined
}

/** Seven days side by side, with an hour ruler. On a phone, the days are a list without a ruler. */
export function Grid({ week, calls, holders, chosen }: GridProps) {
  const shown = layOutWeek(week, calls, holders, chosen)
  const { days, hours } = shown
  const isShared = days.some((day) => day.calls.some(({ width }) => width < 1))
  const height = isShared ? sharedHourPx : usualHourPx
  // A day that has neither hours nor calls is narrower.
  const widths = days.map(({ calls: { length }, dayOff, grounds }) =>
    length > 0 || dayOff !== null || grounds.some(({ open }) => open.length > 0) ? '1fr' : '0.6fr',
  )
  const planning = usePlanning(shown, height)
  const { grid, aim, planned } = planning
  const isWorker = mayEdit(useMe())
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
            {hourLabel(hour)}
          </span>
        ))}
      </div>
      {days.map((day, index) => (
        <Day key={day.day} index={index} shown={shown} hourPx={height} planning={isWorker ? planning : null} />
      ))}
      <p className={visuallyHidden} role="status">
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

interface PlanDialogProps {
  at: Date
  zone: string
  host: string | undefined
  isOpen: boolean
  onClose: () => void
}

/** A dialog for choosing the request to plan. Requests for nearby times come first. */
function PlanDialog({ at, zone, host, isOpen, onClose }: PlanDialogProps) {
  const nameOf = useMemberNames()
  const { data, error } = useQuery({ ...waitingQuery, enabled: isOpen })
  const distance = (time: string) => Math.abs(Date.parse(time) - at.getTime())
  const waiting = data?.toSorted((one, other) => distance(one.call_at) - distance(other.call_at))
  const time = dayAndTime(at, zone)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Plan a call, ${time}`}
      description={
        waiting?.length === 0
          ? undefined
          : host === undefined
            ? 'Choose a request.'
            : `With ${nameOf(host)}. Choose a request.`
      }
    >
      {error && <p role="alert">{errorMessage(error)}</p>}
      {!waiting && !error && <Skeleton />}
      {waiting?.length === 0 && <p>No requests are waiting for a time.</p>}
      {waiting && waiting.length > 0 && (
        <ul className={css.requests}>
          {waiting.map((request) => (
            <li key={request.id}>
              <Link
                to="/bookings"
                search={{ item: request.id, plan: at.toISOString(), ...(host !== undefined && { host }) }}
                className={`${layout.anywhere} ${pieces.listed} ${css.request}`}
              >
                <span className={pieces.strong}>{nameAndCompany(request)}</span>
                <span className={layout.note}>requested time: {dayAndTime(new Date(request.call_at), zone)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
