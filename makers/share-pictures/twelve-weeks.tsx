import { partner360 } from '#content/partner360.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero, plan } = partner360
const top = 36
const row = (chart.height - top) / plan.phases.length
const at = (week: number) => (week / plan.weeks) * chart.width
const weeks = Array.from({ length: plan.weeks }, (_, index) => index + 1)

/** Partner 360: the plan, each phase in its weeks. */
export function TwelveWeeks() {
  return (
    <Frame name={hero.eyebrow} title={hero.title} caption={plan.title}>
      {weeks.map((week) => (
        <g key={week}>
          <path d={`M${at(week - 1) + 1} 0V${chart.height}`} stroke={colour.rule} strokeWidth="2" />
          <Words x={at(week - 1) + 10} y={22} look="narrow" fill={colour.soft}>
            {week}
          </Words>
        </g>
      ))}
      {plan.phases.map(({ title, fromWeek, toWeek }, index) => {
        const launches = toWeek === plan.weeks
        return (
          <g key={title} transform={`translate(0 ${top + index * row})`}>
            <rect
              x={at(fromWeek - 1)}
              width={at(toWeek - fromWeek + 1)}
              height={row - 6}
              fill={launches ? colour.signal : colour.ink}
            />
            <Words x={at(fromWeek - 1) + 14} y={28} fill={launches ? colour.ink : colour.paper}>
              {title}
            </Words>
          </g>
        )
      })}
    </Frame>
  )
}
