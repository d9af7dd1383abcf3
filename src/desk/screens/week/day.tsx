import { isoDay, myZone } from '#desk/lib/times.ts'
import { useNow } from '#desk/lib/use-now.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { CallBlock } from './call-block.tsx'
import { DayPlan } from './day-plan.tsx'
import css from './grid.module.css'
import { LaneGround } from './lane-ground.tsx'
import { LaneHeads } from './lane-heads.tsx'
import { holderOf, isHeldBy } from './lanes.ts'
import { minutesOf, minutesOfDay } from './place.ts'
import { SpotMark } from './spot-mark.tsx'
import type { Shown } from './spots.ts'
import type { Planning } from './use-planning.ts'

interface DayProps {
  /** From Monday, 0. */
  index: number
  shown: Shown
  hourPx: number
  /** Null for who may only look. */
  planning: Planning | null
}

/** One day: whose hours these are, the calls, and a place to plan another. */
export function Day({ index, shown, hourPx, planning }: DayProps) {
  const { week, days, lanes, first, last } = shown
  const day = days[index]
  const now = new Date(useNow())
  if (!day) return null
  const isToday = isoDay(now, week.time_zone) === day.day
  const isOpen = day.isWorkDay && day.dayOff === null
  const y = (minutes: number) => ((minutes - first * 60) / 60) * hourPx
  const holder = (call: BookingRow) => {
    const lane = lanes.find(({ id }) => id === holderOf(call, week))
    return lane ? { ...lane, isHeld: lane.host !== null && isHeldBy(call, lane.host) } : null
  }
  const date = new Date(`${day.day}T12:00:00Z`)
  return (
    <section className={[css.day, isToday && css.today].filter(Boolean).join(' ')}>
      <h2 className={css.head}>
        <span>{date.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' })}</span>{' '}
        <span className={css.date}>
          {date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })}
        </span>
        {day.dayOff !== null && <span className={css.off}>{day.dayOff || 'Day off'}</span>}
      </h2>
      {lanes.length > 0 && <LaneHeads lanes={lanes} />}
      <div
        className={css.column}
        data-column
        style={{ '--height': `${(last - first) * hourPx}px` } as React.CSSProperties}
      >
        {lanes.length === 0 && isOpen && (
          <div
            className={css.open}
            style={{
              top: y(minutesOf(week.opens)),
              height: y(minutesOf(week.closes)) - y(minutesOf(week.opens)),
            }}
          />
        )}
        {lanes.length > 0 && (
          <div className={css.lanes}>
            {lanes.map((lane) => (
              <div key={lane.id} className={css.lane}>
                <LaneGround lane={lane} day={day.day} zone={week.time_zone} y={y} />
              </div>
            ))}
          </div>
        )}
        <div className={css.lines} style={{ backgroundSize: `100% ${hourPx}px` }} />
        {planning && <DayPlan index={index} date={day.day} shown={shown} planning={planning} />}
        {planning?.aim?.spot.day === index && <SpotMark aim={planning.aim} shown={shown} y={y} />}
        {isToday && <div className={css.now} style={{ top: y(minutesOfDay(now, week.time_zone)) }} />}
        {day.calls.length > 0 ? (
          <ol className={css.calls}>
            {day.calls.map((placed) => (
              <CallBlock
                key={placed.call.id}
                placed={placed}
                top={y(placed.from)}
                height={(placed.minutes / 60) * hourPx}
                zones={{ provider: week.time_zone, mine: myZone }}
                holder={holder(placed.call)}
                planning={planning}
                day={index}
              />
            ))}
          </ol>
        ) : (
          <p className={css.none}>No call</p>
        )}
      </div>
    </section>
  )
}
