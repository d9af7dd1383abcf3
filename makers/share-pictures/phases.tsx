import { deliveryFrameworks, type Phase } from '#content/delivery-frameworks.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero, phasesWords } = deliveryFrameworks
const phases: readonly Phase[] = deliveryFrameworks.phases
const left = 330
const row = chart.height / phases.length

/** The week before which each phase starts when all before it took so long. */
const starts = (weeks: 'minWeeks' | 'maxWeeks') =>
  phases.map((_, index) => phases.slice(0, index).reduce((sum, phase) => sum + (phase[weeks] ?? 0), 0))

const shortest = starts('minWeeks')
const longest = starts('maxWeeks')
const lastWeek = longest.at(-1) ?? 0
/** Two weeks more, for the phase without an end. */
const weeks = Array.from({ length: lastWeek + 2 }, (_, week) => week)
const wide = (week: number) => (week / weeks.length) * (chart.width - left)

/** Delivery frameworks: the shortest and the longest plan, one over the other. */
export function Phases() {
  const { shortest: least, longest: most } = phasesWords.scheduleLegend
  return (
    <Frame
      name={hero.eyebrow}
      title={hero.title}
      caption={`${phasesWords.scheduleLabel}: ${least} and ${most}`}
    >
      {weeks.map((week) => (
        <path
          key={week}
          d={`M${left + wide(week)} 0V${chart.height}`}
          stroke={colour.sunken}
          strokeWidth="2"
        />
      ))}
      {phases.map(({ phase, minWeeks, maxWeeks }, index) => (
        <g key={phase} transform={`translate(0 ${index * row})`}>
          <Words y={24}>{phase}</Words>
          <Stretch from={shortest[index] ?? 0} weeks={minWeeks} y={2} isShortest goesLive={isLast(index)} />
          <Stretch from={longest[index] ?? 0} weeks={maxWeeks} y={17} goesLive={isLast(index)} />
        </g>
      ))}
    </Frame>
  )
}

/** The last phase that ends is what the ones before it work towards. */
const isLast = (index: number) => phases[index]?.maxWeeks !== null && phases[index + 1]?.maxWeeks === null

interface StretchProps {
  from: number
  /** Null where there is no end. */
  weeks: number | null
  y: number
  isShortest?: boolean
  goesLive: boolean
}

function Stretch({ from, weeks, y, isShortest = false, goesLive }: StretchProps) {
  const x = left + wide(from)
  if (weeks === null) {
    const arrow = `M${x} ${y + 6}H${chart.width - 4}m-9-8l9 8l-9 8`
    return isShortest ? null : <path d={arrow} fill="none" stroke={colour.ink} strokeWidth="3" />
  }
  const fill = goesLive ? colour.signal : isShortest ? colour.ink : colour.paper
  return <rect x={x} y={y} width={wide(weeks)} height="13" fill={fill} stroke={colour.ink} strokeWidth="2" />
}
