import { about } from '#content/about.ts'
import { anyDay, hoursBehind } from '#shared/lib/zone-hours.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero } = about
const { title, sent, back, countries, support } = about.vision.chart
const row = 38
const strip = { y: countries.length * row, height: 62 } as const
const at = (hour: number) => (hour / 24) * chart.width
const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** As the prerendered view draws them. */
const mornings = hoursBehind(countries, anyDay)

/** About: nine o'clock comes four times a day. */
export function FourMornings() {
  const long = back.hour - sent.hour
  return (
    <Frame name={hero.eyebrow} title={hero.title} caption={title} signal={support}>
      <rect y={strip.y} width={chart.width} height={strip.height} fill={colour.signal} />
      {hours.map((hour) => (
        <path
          key={hour}
          d={`M${at(hour) + 1} ${strip.y}v${hour % 6 === 0 ? 26 : 14}`}
          stroke={colour.ink}
          strokeOpacity="0.6"
          strokeWidth="2"
        />
      ))}
      {mornings.map(({ city, from }, index) => {
        const before = from + long > 15
        return (
          <g key={city}>
            <path d={`M${at(from) + 1} ${index * row}V${strip.y}`} stroke={colour.ink} strokeWidth="2" />
            <rect x={at(from)} y={index * row} width={at(long)} height="29" fill={colour.ink} />
            <Words
              x={before ? at(from) - 14 : at(from + long) + 14}
              y={index * row + 23}
              anchor={before ? 'end' : 'start'}
            >
              {city}
            </Words>
            <Words x={at(from) + 12} y={index * row + 23} look="narrow" fill={colour.paper}>
              {sent.label}
            </Words>
            <Words
              x={at(from + long) - 12}
              y={index * row + 23}
              look="narrow"
              fill={colour.paper}
              anchor="end"
            >
              {back.label}
            </Words>
          </g>
        )
      })}
    </Frame>
  )
}
