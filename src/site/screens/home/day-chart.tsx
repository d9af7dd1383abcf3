import { home } from '#content/home.ts'
import { dialStretches, utcOffsetHours } from '#shared/lib/zone-hours.ts'
import { useNow } from '#site/lib/use-now.ts'
import css from './day-chart.module.css'

const { chart, countries } = home.proof

/** A day that the prerendered page can draw without knowing when it will be read. */
const anyDay = new Date('2026-01-15T00:00:00Z')
const at = (hour: number) => `${((hour / 24) * 100).toFixed(3)}%`
const clock = (zone: string, date: Date) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' }).format(date)

/** The working day of four countries on one 24-hour line, with support under all of it. */
export function DayChart() {
  const now = useNow()
  const day = now ?? anyDay
  const utcNow = now && now.getUTCHours() + now.getUTCMinutes() / 60
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
                <span className={css.clock}>{now ? `${country.city} ${clock(country.zone, now)}` : country.city}</span>
              </p>
              <svg width="100%" height="28" aria-hidden="true">
                {dialStretches(country.from - offset, country.to - offset).map((stretch) => (
                  <rect key={stretch.from} className={css.bar} x={at(stretch.from)} width={at(stretch.to - stretch.from)} y="7" height="14" />
                ))}
                {utcNow !== null && <line className={css.now} x1={at(utcNow)} x2={at(utcNow)} y2="28" />}
              </svg>
            </div>
          )
        })}
        <div className={css.row}>
          <p className={css.place}>
            <strong>{chart.supportLabel}</strong>
          </p>
          <svg width="100%" height="28" aria-hidden="true">
            <rect className={css.support} width="100%" y="7" height="14" />
            {utcNow !== null && <line className={css.now} x1={at(utcNow)} x2={at(utcNow)} y2="28" />}
          </svg>
        </div>
        <p className={css.scale} aria-hidden="true">
          <span>00</span>
          <span>06</span>
          <span>12</span>
          <span>18</span>
          <span>24 UTC</span>
        </p>
      </div>
    </figure>
  )
}
