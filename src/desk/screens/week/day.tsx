import { useNow } from '#desk/lib/server-clock.ts'
import { isoDay, myZone } from '#desk/lib/times.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import layout from '#ui/layout.module.css'
import { CallBlock } from './call-block.tsx'
import { DayPlan } from './day-plan.tsx'
import css from './grid.module.css'
import { LaneGround } from './lane-ground.tsx'
import { LaneHeads } from './lane-heads.tsx'
import { holderOf, isHeldBy } from './lanes.ts'
import { minutesOfDay, type PlacedCall, rowsTo, type Shown } from './place.ts'
import { SpotMark } from './spot-mark.tsx'
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
  const { week, days, holders, lanes, hours } = shown
  const day = days[index]
  const now = new Date(useNow())
  if (!day) return null
  const isToday = isoDay(now, week.time_zone) === day.day
  const minuteNow = minutesOfDay(now, week.time_zone)
  const y = (minutes: number) => rowsTo(minutes, hours) * hourPx
  const holder = (call: BookingRow) => {
    const lane = holders.find(({ id }) => id === holderOf(call, week))
    return lane ? { ...lane, isHeld: lane.host !== null && isHeldBy(call, lane.host) } : null
  }
  const calls = (where: PlacedCall['where'], label?: string) => {
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
    <section className={[css.day, isToday && css.today].filter(Boolean).join(' ')}>
      <h2 className={css.head}>
        <span>{date.toLocaleDateString('en-GB', { weekday: 'short', timeZone: 'UTC' })}</span>{' '}
        <span className={css.date}>
          {date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })}
        </span>
        {day.dayOff !== null && <span className={css.off}>{day.dayOff || 'Day off'}</span>}
      </h2>
      {lanes.length > 1 && <LaneHeads lanes={lanes} />}
      <div className={css.hours}>
        {calls('above', 'Beside the hours')}
        <div
          className={css.column}
          data-column
          style={{ '--height': `${hours.length * hourPx}px` } as React.CSSProperties}
        >
          <div className={css.lanes}>
            {day.grounds.map((ground, lane) => (
              <div key={lanes[lane]?.id ?? ''} className={css.lane}>
                <LaneGround ground={ground} y={y} />
              </div>
            ))}
          </div>
          <div className={css.lines} style={{ backgroundSize: `100% ${hourPx}px` }} />
          {hours.map(
            (hour, row) =>
              row > 0 &&
              hours[row - 1] !== hour - 1 && (
                <div key={hour} className={css.fold} style={{ top: row * hourPx }} />
              ),
          )}
          {planning && <DayPlan index={index} date={day.day} shown={shown} planning={planning} />}
          {planning?.aim?.spot.day === index && <SpotMark aim={planning.aim} shown={shown} y={y} />}
          {isToday && hours.includes(Math.floor(minuteNow / 60)) && (
            <div className={css.now} style={{ top: y(minuteNow) }} />
          )}
          {calls('within')}
          {day.calls.length === 0 && <p className={`${layout.note} ${css.none}`}>No call</p>}
        </div>
        {calls('below', 'After the hours')}
      </div>
    </section>
  )
}
