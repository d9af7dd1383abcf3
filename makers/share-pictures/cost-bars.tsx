import type { ReactNode } from 'react'
import { roiCalculator, roiWords } from '#content/roi-calculator.ts'
import { figure, hours } from '#content/roi-lines.ts'
import { type RoiField, roiFields, roiOf } from '#shared/lib/roi.ts'
import { hourTicks } from '#shared/lib/ruler.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero } = roiCalculator
const words = roiCalculator.chart.month
const bar = 40

/** The example that the view begins with; what is left open in it counts for nothing here. */
const example = Object.fromEntries(
  roiFields.map((field) => [field, Number(roiWords[field].example.replace(/,/g, ''))]),
) as Record<RoiField, number>
const { hoursToday, hoursWith, hoursFreed } = roiOf(example)
const ticks = hourTicks(hoursToday)
const end = ticks.at(-1) ?? 1
const at = (hour: number) => (hour / end) * chart.width

/** ROI calculator: a month of proposals today, and with us. */
export function CostBars() {
  return (
    <Frame
      name={hero.eyebrow}
      title={hero.title}
      caption={`${words.title} (${roiWords.proposals.origin})`}
      signal={`${hours(hoursFreed)} ${words.freed}`}
    >
      <Row y={0} name={words.today} value={hours(hoursToday)}>
        <rect width={at(hoursToday)} height={bar} fill={colour.ink} />
      </Row>
      <Row y={88} name={words.withUs} value={hours(hoursWith)}>
        <rect width={at(hoursWith)} height={bar} fill={colour.ink} />
        <rect x={at(hoursWith)} width={at(hoursFreed)} height={bar} fill={colour.signal} />
      </Row>
      <path d={`M0 176H${chart.width}`} stroke={colour.rule} strokeWidth="2" />
      {ticks.map((tick) => (
        <g key={tick}>
          <path d={`M${at(tick)} 176v12`} stroke={colour.rule} strokeWidth="2" />
          <Words
            x={at(tick)}
            y={210}
            look="narrow"
            fill={colour.soft}
            anchor={tick === 0 ? 'start' : tick === end ? 'end' : 'middle'}
          >
            {figure(tick)}
          </Words>
        </g>
      ))}
    </Frame>
  )
}

interface RowProps {
  y: number
  name: string
  value: string
  children: ReactNode
}

function Row({ y, name, value, children }: RowProps) {
  return (
    <g transform={`translate(0 ${y})`}>
      <Words y={22} look="text">{`${name}: ${value}`}</Words>
      <g transform="translate(0 34)">{children}</g>
    </g>
  )
}
