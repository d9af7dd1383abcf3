import { useEffect, useRef } from 'react'
import controls from '#desk/lib/controls.module.css'
import { useNow } from '#desk/lib/server-clock.ts'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayOfMonth, isoDay, myZone, shortDay, weekday } from '#desk/lib/times.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { CallBlock, HostMark, SlotMark } from './call-block.tsx'
import css from './grid.module.css'
import { type DayHours, isHeldBy, type Lane, laneMemberOf, type MinuteSpan } from './lanes.ts'
import { firstSlot, slotAfterKey } from './slots.ts'
import type { Planning } from './use-planning.ts'
import { minutesOfDay, type PositionedCall, rowsTo, type WeekLayout } from './week-layout.ts'

interface DayProps {
  /** The weekday; 0 is Monday. */
  index: number
  shown: WeekLayout
  hourPx: number
  /** Null for read-only users. */
  planning: Planning | null
}

/** One day with the hosts' hours, the calls, and a button that plans another call. */
export function Day({ index, shown, hourPx, planning }: DayProps) {
  const { week, days, holders, lanes, hours } = shown
  const day = days[index]
  const now = new Date(useNow())
  const isToday = day !== undefined && isoDay(now, week.time_zone) === day.day
  const section = useRef<HTMLElement>(null)
  // On a phone, the days are one list that is scrolled to today.
  useEffect(() => {
    if (isToday && matchMedia('(max-width: 48rem)').matches) section.current?.scrollIntoView()
  }, [isToday])
  if (!day) return null
  const minuteNow = minutesOfDay(now, week.time_zone)
  const y = (minutes: number) => rowsTo(minutes, hours) * hourPx
  const holder = (call: BookingListRow) => {
    const lane = holders.find(({ id }) => id === laneMemberOf(call, week))
    return lane ? { ...lane, isHeld: lane.host !== null && isHeldBy(call, lane.host) } : null
  }
  const calls = (where: PositionedCall['where'], label?: string) => {
    const those = day.calls.filter((placed) => placed.where === where)
    return (
      those.length > 0 && (
        <ol className={css[where]} aria-label={label}>
          {those.map((placed) => (
            <CallBlock
              key={placed.call.id}
              placed={placed}
              top={y(placed.from)}
              height={y(placed.from + placed.minutes) - y(placed.from)}
              zones={{ provider: week.time_zone, mine: myZone }}
              holder={holder(placed.call)}
              planning={planning}
              day={index}
            />
          ))}
        </ol>
      )
    )
  }
  const date = new Date(`${day.day}T12:00:00Z`)
  return (
    <section ref={section} className={css.day} aria-current={isToday ? 'date' : undefined}>
      <h2 className={css.head}>
        <span>{weekday(date, 'UTC')}</span> <span className={css.date}>{dayOfMonth(date, 'UTC')}</span>
        {day.dayOff !== null && <span className={css.off}>{day.dayOff || 'Day off'}</span>}
      </h2>
      {lanes.length > 1 && <LaneHeads lanes={lanes} />}
      <div className={css.hours}>
        {calls('above', 'Before working hours, or overlapping other calls')}
        <div
          className={css.column}
          data-column
          style={{ '--height': `${hours.length * hourPx}px` } as React.CSSProperties}
        >
          <div className={css.lanes}>
            {day.grounds.map((ground, lane) => (
              <div key={lanes[lane]?.id ?? ''} className={css.lane}>
                <LaneHours ground={ground} y={y} />
              </div>
            ))}
          </div>
          <div className={css.lines} style={{ backgroundSize: `100% ${hourPx}px` }} />
          {hours.map(
            (hour, row) =>
              row > 0 &&
              hours[row - 1] !== hour - 1 && <div key={hour} className={css.fold} style={{ top: row * hourPx }} />,
          )}
          {planning && <DayPlan index={index} date={date} shown={shown} planning={planning} />}
          {planning?.aim?.spot.day === index && <SlotMark aim={planning.aim} shown={shown} y={y} />}
          {isToday && hours.includes(Math.floor(minuteNow / 60)) && (
            <div className={css.now} style={{ top: y(minuteNow) }} />
          )}
          {calls('within')}
          {day.calls.length === 0 && <p className={`${layout.note} ${css.none}`}>No calls</p>}
        </div>
        {calls('below', 'After working hours')}
      </div>
    </section>
  )
}

interface DayPlanProps {
  index: number
  /** Noon on the day, in UTC. */
  date: Date
  shown: WeekLayout
  planning: Planning
}

/**
 * A day's background, which is a button. A click or tap plans a call at the time under the pointer. Arrow keys can also
 * select a time.
 */
function DayPlan({ index, date, shown, planning }: DayPlanProps) {
  const { aim, spotAt, look, plan } = planning
  const own = aim?.call === null ? aim.spot : null
  return (
    <button
      type="button"
      data-plan={index}
      className={`${layout.small} ${controls.bare} ${css.plan}`}
      aria-label={`Plan a call on ${shortDay(date, 'UTC')}`}
      onFocus={(event) => event.currentTarget.matches(':focus-visible') && !own && look(firstSlot(index, shown))}
      onBlur={() => own && look(null)}
      onPointerMove={({ pointerType, clientX, clientY }) =>
        pointerType === 'mouse' && aim?.call == null && look(spotAt(clientX, clientY))
      }
      onPointerLeave={() => own && look(null)}
      onKeyDown={(event) => {
        const spot = slotAfterKey(event.key, own ?? firstSlot(index, shown), shown)
        if (!spot) return
        event.preventDefault()
        look(spot)
      }}
      onClick={({ detail, clientX, clientY }) => {
        // A click from the keyboard has no pointer position.
        const pointed = detail > 0 ? spotAt(clientX, clientY) : null
        plan(pointed ?? own ?? firstSlot(index, shown))
      }}
    >
      <span className={css.word}>Plan a call</span>
    </button>
  )
}

interface LaneHoursProps {
  ground: DayHours
  /** Converts a minute of the day to a vertical position. */
  y: (minutes: number) => number
}

/** Shows the hours for calls, and the busy times within these hours. */
function LaneHours({ ground, y }: LaneHoursProps) {
  const place = ({ from, until }: MinuteSpan) => ({ top: y(from), height: y(until) - y(from) })
  return (
    <>
      {ground.open.map((part) => (
        <div key={part.from} className={css.open} style={place(part)} />
      ))}
      {ground.busy.map((part) => (
        <div key={part.from} className={css.busy} style={place(part)} title="Busy" />
      ))}
    </>
  )
}

function LaneHeads({ lanes }: { lanes: readonly Lane[] }) {
  const nameOf = useMemberNames()
  return (
    <p className={css.lanes} data-is-head>
      {lanes.map(({ id, mark }) => {
        const name = id === null ? null : nameOf(id)
        return (
          <span key={id} className={css.lane} title={name ?? 'Unassigned'}>
            <HostMark name={name} mark={mark} />
            <span className={visuallyHidden}>{name ?? 'Unassigned'}</span>
          </span>
        )
      })}
    </p>
  )
}
