import pieces from '#desk/lib/pieces.module.css'
import { useNow } from '#desk/lib/server-clock.ts'
import { shortDay, timeRange } from '#desk/lib/times.ts'
import type { DeskCalendar } from '#shared/contract/calendars.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { formatWallClock } from '#shared/lib/local-time.ts'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { DayBar, DayScale, type DaySpan } from './day-bar.tsx'
import css from './hours.module.css'

interface BusyTimesProps {
  calendars: readonly DeskCalendar[]
  zone: string
}

/** The busy times in the next two weeks, so that a host can check them at a glance. */
export function BusyTimes({ calendars, zone }: BusyTimesProps) {
  const days = daysOf(calendars, zone, useNow())
  return (
    <div className={`${layout.tight} ${css.busyDays}`}>
      <h3 className={`${pieces.name} ${pieces.strong}`}>Busy in the next two weeks</h3>
      <p className={layout.note}>Times from these calendars, in the time zone {zone}.</p>
      <ul>
        {days.map(({ day, spans }) => (
          <li key={day} className={css.busyDay}>
            <span className={layout.label}>{shortDay(new Date(`${day}T12:00:00Z`), 'UTC')}</span>
            <DayBar spans={spans} />
            {spans.length > 0 ? (
              <p className={`${layout.note} ${layout.numbers} ${layout.anywhere}`}>
                {spans.map(({ words }) => words).join('; ')}
              </p>
            ) : (
              <p className={visuallyHidden}>Not busy</p>
            )}
          </li>
        ))}
      </ul>
      <DayScale />
    </div>
  )
}

interface BusySpan extends DaySpan {
  words: string
}

const dayMinutes = 1440
const dayAfter = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Returns the next fourteen days in this time zone, starting today, each with its busy times. */
function daysOf(calendars: readonly DeskCalendar[], zone: string, now: number): { day: string; spans: BusySpan[] }[] {
  const today = formatWallClock(new Date(now), zone).slice(0, 10)
  const busy = calendars.flatMap(({ id, name, busy_soon }) =>
    busy_soon.map((times) => {
      // When the clocks go back, the end of a busy time may look earlier than its start.
      const [from = '', until = ''] = times.map((at) => formatWallClock(new Date(at), zone)).toSorted()
      const whose = calendars.length > 1 ? `${isolateBidi(name)}: ` : ''
      return { key: `${id} ${times[0]}`, whose, from, until }
    }),
  )
  return Array.from({ length: 14 }, (_, index) => {
    const day = dayAfter(today, index)
    const [begins, ends] = [`${day}T00:00`, `${dayAfter(day, 1)}T00:00`]
    const spans = busy
      .filter(({ from, until }) => from < ends && until > begins)
      .map(({ key, whose, from, until }): BusySpan => {
        const [first, last] = [from > begins ? from : begins, until < ends ? until : ends]
        const isWhole = first === begins && last === ends
        const hours = isWhole
          ? 'All day'
          : timeRange(first.slice(11), last === ends ? '24:00' : last.slice(11)).replace('–', '\u2060–\u2060')
        return {
          key,
          words: `${whose}${hours}`,
          from: minutesOf(first),
          until: minutesOf(last) || dayMinutes,
        }
      })
    return { day, spans: spans.toSorted((one, other) => one.from - other.from) }
  })
}

const minutesOf = (wall: string) => Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14))
