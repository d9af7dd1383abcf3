import { home } from '#content/home.ts'
import { zoneFormat } from '#shared/lib/time-zone.ts'
import { utcOffsetHours } from '#shared/lib/zone-hours.ts'
import { useNow } from '#site/lib/use-now.ts'
import { DayBar, DayScale, utcHour } from '#ui/day-bar.tsx'
import css from './day-chart.module.css'

const { chart, countries } = home.proof

/** A day that the prerendered page can draw without knowing when it will be read. */
const anyDay = new Date('2026-01-15T00:00:00Z')
const clock = (zone: string, date: Date) =>
  zoneFormat(zone, { hour: '2-digit', minute: '2-digit' }).format(date)

/** The working day of four countries on one 24-hour line, with support under all of it. */
export function DayChart() {
  const now = useNow()
  const day = now ?? anyDay
  const utcNow = now && utcHour(now)
  return (
    <figure className={css.chart}>
      <figcaption>
        <h3 className={css.title}>{chart.title}</h3>
        <p className={css.text}>{chart.text}</p>
      </figcaption>
      <div className={css.rows}>
        {countries.map((country) => {
          const offset = utcOffsetHours(country.zone, day)
          return (
            <div key={country.country} className={css.row}>
              <p className={css.place}>
                <strong>{country.country}</strong>
                <span className={css.clock}>
                  {now ? `${country.city} ${clock(country.zone, now)}` : country.city}
                </span>
              </p>
              <DayBar from={country.from - offset} to={country.to - offset} now={utcNow} />
            </div>
          )
        })}
        <div className={css.row}>
          <p className={css.place}>
            <strong>{chart.supportLabel}</strong>
          </p>
          <DayBar from={0} to={24} look="signal" now={utcNow} />
        </div>
        <div className={css.scale}>
          <DayScale />
        </div>
      </div>
    </figure>
  )
}
