import { isoDay, myZone } from '#desk/lib/times.ts'
import { useNow } from '#desk/lib/use-now.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import { CallBlock } from './call-block.tsx'
import css from './grid.module.css'
import { hoursToShow, minutesOf, minutesOfDay, type PlacedDay, placeCalls } from './place.ts'

const usualHourPx = 56
/** Where calls share an hour each has half a column: its company and its host need a line each. */
const sharedHourPx = 100

/** Seven days beside one another under one ruler of hours; on a phone, one below the other without it. */
export function Grid({ week, calls }: { week: WeekOfCalls; calls: readonly BookingRow[] }) {
  const days = placeCalls(week, calls)
  const { first, last } = hoursToShow(week, days)
  const isShared = days.some((day) => day.calls.some(({ lanes }) => lanes > 1))
  const height = isShared ? sharedHourPx : usualHourPx
  const hours = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  return (
    <div className={css.week}>
      <div className={css.ruler} aria-hidden="true">
        {hours.map((hour) => (
          <span key={hour} style={{ top: (hour - first) * height }}>
            {String(hour).padStart(2, '0')}
          </span>
        ))}
      </div>
      {days.map((day) => (
        <Day key={day.day} day={day} week={week} first={first} last={last} hourPx={height} />
      ))}
    </div>
  )
}

interface DayProps {
  day: PlacedDay
  week: WeekOfCalls
  first: number
  last: number
  hourPx: number
}

function Day({ day, week, first, last, hourPx }: DayProps) {
  const now = new Date(useNow())
  const isToday = isoDay(now, week.time_zone) === day.day
  const isOpen = day.isWorkDay && day.dayOff === null
  const y = (minutes: number) => ((minutes - first * 60) / 60) * hourPx
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
      <div
        className={css.column}
        style={{ '--height': `${(last - first) * hourPx}px` } as React.CSSProperties}
      >
        {isOpen && (
          <div
            className={css.open}
            style={{
              top: y(minutesOf(week.opens)),
              height: y(minutesOf(week.closes)) - y(minutesOf(week.opens)),
            }}
          />
        )}
        <div className={css.lines} style={{ backgroundSize: `100% ${hourPx}px` }} />
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
