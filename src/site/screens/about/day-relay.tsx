import { about } from '#content/about.ts'
import { hoursBehind, prerenderedDay } from '#shared/lib/local-time.ts'
import drawing from '#site/lib/drawing.module.css'
import frame from '#site/lib/frame.module.css'
import { useNow } from '#site/lib/timing.ts'
import layout from '#ui/layout.module.css'
import css from './about.module.css'

const { chart } = about.vision
const { sent, back, countries } = chart
const rowHeight = 44
const stripTop = countries.length * rowHeight + 8
const stripHeight = 52
const hours = Array.from({ length: 24 }, (_, hour) => hour)

const at = (hour: number) => `${((hour / 24) * 100).toFixed(3)}%`

/**
 * A 24-hour day with four mornings in four time zones, above a bar for support, which is available around the clock.
 */
export function DayRelay() {
  const day = useNow() ?? prerenderedDay
  return (
    <figure className={frame.below}>
      <figcaption className={`${layout.ends} ${css.caption}`}>
        <h2 className={frame.title}>{chart.title}</h2>
        <p>{chart.text}</p>
      </figcaption>
      <svg
        className={`${drawing.drawing} ${css.relay}`}
        width="100%"
        height={stripTop + stripHeight}
        role="img"
        aria-label={chart.summary}
      >
        {hoursBehind(countries, day).map(({ city, from }, row) => (
          <Morning key={city} city={city} from={from} y={row * rowHeight} />
        ))}
        <g transform={`translate(0 ${stripTop})`}>
          <rect className={drawing.signal} width="100%" height={stripHeight} />
          {hours.map((hour) => (
            <line key={hour} className={drawing.tick} x1={at(hour)} x2={at(hour)} y2={hour % 6 === 0 ? 16 : 9} />
          ))}
          <text className={css.support} x="0" dx="12" y="38">
            {chart.support}
          </text>
        </g>
      </svg>
      <p className={drawing.ends} aria-hidden="true">
        <span>{chart.start}</span>
        <span>{chart.end}</span>
      </p>
    </figure>
  )
}

function Morning({ city, from, y }: { city: string; from: number; y: number }) {
  const to = from + back.hour - sent.hour
  // Late in the day there is no room to the right of the bar, so the name is to the left.
  const before = to > 15
  return (
    <g>
      <line className={drawing.mark} x1={at(from)} x2={at(from)} y1={y} y2={stripTop} />
      <rect className={drawing.ink} x={at(from)} width={at(to - from)} y={y} height="28" />
      <text className={css.clock} x={at(from)} dx="8" y={y + 19}>
        {sent.label}
      </text>
      <text className={css.clock} x={at(to)} dx="-8" y={y + 19} data-edge="end">
        {back.label}
      </text>
      <text
        className={css.city}
        x={at(before ? from : to)}
        dx={before ? -10 : 10}
        y={y + 20}
        data-edge={before ? 'end' : undefined}
      >
        {city}
      </text>
    </g>
  )
}
