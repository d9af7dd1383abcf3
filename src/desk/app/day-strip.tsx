import { myZone, timeOfDay, zoneCity } from '#desk/lib/times.ts'
import { useNow } from '#desk/lib/use-now.ts'
import layout from '#ui/layout.module.css'
import css from './shell.module.css'

/** The day as a ruler of 24 hours, filled up to now: the desk measures everything by it. */
export function DayStrip() {
  const now = new Date(useNow())
  const [hours = 0, minutes = 0] = timeOfDay(now).split(':').map(Number)
  const share = ((hours + minutes / 60) / 24) * 100
  return (
    <div className={`${layout.tight} ${css.strip}`}>
      <p className={css.time}>
        {timeOfDay(now)} <span>{zoneCity(myZone)}</span>
      </p>
      <svg width="100%" height="16" className={css.ruler} aria-hidden="true">
        <rect width={`${share}%`} y="10" height="6" />
        {Array.from({ length: 25 }, (_, hour) => (
          <line
            // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour.
            key={hour}
            x1={`${(hour / 24) * 100}%`}
            x2={`${(hour / 24) * 100}%`}
            y1={hour % 6 === 0 ? 2 : 8}
            y2="16"
          />
        ))}
      </svg>
    </div>
  )
}
