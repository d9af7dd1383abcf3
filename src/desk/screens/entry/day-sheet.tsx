import type { CSSProperties } from 'react'
import { derivedClaims } from '#content/claims.ts'
import pieces from '#desk/lib/pieces.module.css'
import { useNow } from '#desk/lib/server-clock.ts'
import { clockTime, hourLabel, longDay, myZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import layout from '#ui/layout.module.css'
import css from './day-sheet.module.css'

const hours = Array.from({ length: 25 }, (_, hour) => hour)
const at = (hour: number) => `${(hour / 24) * 100}%`

/** The 24 hours of the day as a timetable, with a line at the current time. */
export function DayTimetable() {
  const now = new Date(useNow())
  const [hour = 0, minutes = 0] = clockTime(now).split(':').map(Number)
  const time = hour + minutes / 60
  const [clock, half] = timeOfDay(now).split(' ')
  return (
    <aside className={css.sheet} aria-hidden="true">
      <svg className={`${pieces.axis} ${css.tall}`} width="100%" height="100%" aria-hidden="true">
        <rect className={css.past} width="10" height={at(time)} />
        {hours.map((each) => (
          <g key={each}>
            <line x2={each % 6 === 0 ? 44 : 24} y1={at(each)} y2={at(each)} />
            {each % 24 !== 0 && (
              <text x="56" y={at(each)} dy="0.35em" className={each % 6 === 0 ? css.quarter : undefined}>
                {hourLabel(each)}
              </text>
            )}
          </g>
        ))}
        <line className={css.now} x2="100%" y1={at(time)} y2={at(time)} />
      </svg>
      <svg className={`${pieces.axis} ${css.wide}`} width="100%" height="18" aria-hidden="true">
        <rect className={css.past} y="12" width={at(time)} height="6" />
        {hours.map((each) => (
          <line key={each} x1={at(each)} x2={at(each)} y1={each % 6 === 0 ? 2 : 9} y2="18" />
        ))}
      </svg>
      <div
        className={[css.clock, time > 12 && css.late].filter(Boolean).join(' ')}
        style={{ '--at': at(time) } as CSSProperties}
      >
        <p className={css.time}>
          {clock} {half && <span>{half}</span>}
        </p>
        <p className={`${layout.soft} ${css.day}`}>
          {longDay(now)}, {zoneCity(myZone)}
        </p>
      </div>
      <p className={[css.promise, time > 12 && css.high].filter(Boolean).join(' ')}>
        Everyone who writes to us gets an answer within {derivedClaims().answerWithin}.
      </p>
    </aside>
  )
}
