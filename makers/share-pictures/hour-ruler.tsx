import { home } from '#content/home.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero } = home
const { ruler } = hero
const row = 37
const strip = { y: ruler.steps.length * row, height: 62 } as const
const at = (hour: number) => (hour / ruler.hours) * chart.width
const hours = Array.from({ length: ruler.hours }, (_, hour) => hour)

/** Home: from the request to the proposal, by the hour. */
export function HourRuler() {
  return (
    <Frame name={hero.eyebrow} title={hero.title} caption={ruler.title} signal={ruler.most.label}>
      <rect y={strip.y} width={chart.width} height={strip.height} fill={colour.sunken} />
      <rect
        x={at(ruler.most.from)}
        y={strip.y}
        width={at(ruler.most.to - ruler.most.from)}
        height={strip.height}
        fill={colour.signal}
      />
      {hours.map((hour) => (
        <g key={hour}>
          <path
            d={`M${at(hour)} ${strip.y}v18M${at(hour + 0.5)} ${strip.y}v10`}
            stroke={colour.rule}
            strokeWidth="2"
          />
          <Words x={at(hour) + 8} y={strip.y + 48} look="narrow">
            {hour}
          </Words>
        </g>
      ))}
      {ruler.steps.map((step, index) => (
        <g key={step.name}>
          <rect
            x={at(step.from)}
            y={index * row}
            width={at(step.to - step.from)}
            height="27"
            fill={colour.ink}
          />
          <Words x={at(step.to) + 14} y={index * row + 22}>
            {step.name}
          </Words>
        </g>
      ))}
    </Frame>
  )
}
