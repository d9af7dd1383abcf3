import { type Service, type ServiceSpan, services } from '#content/services.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero, scale, scaleLabel } = services
const offered: readonly Service[] = services.services
const first = scale[0].hours
const last = scale.at(-1)?.hours ?? first
const left = 430
const row = 36
const top = 34

/** A row for each way in which time passes: hours, weeks, again and again, always, the whole plan. */
const shown = offered.filter(
  ({ category, span }, index) =>
    span.kind === 'always' || offered.findIndex((one) => one.category === category) === index,
)

/** Each step of the scale multiplies the one before, as in the view. */
const at = (hours: number) =>
  left + (Math.log(hours / first) / Math.log(last / first)) * (chart.width - left - 2)

/** Services: how long each takes, on one scale. */
export function TimeScale() {
  return (
    <Frame name={hero.eyebrow} title={hero.title} caption={scaleLabel}>
      {scale.map(({ hours, label }, index) => (
        <g key={label}>
          <path d={`M${at(hours)} ${top}V${chart.height}`} stroke={colour.rule} strokeWidth="2" />
          <Words
            x={at(hours)}
            y={18}
            look="narrow"
            fill={colour.soft}
            anchor={index === 0 ? 'start' : index === scale.length - 1 ? 'end' : 'middle'}
          >
            {label}
          </Words>
        </g>
      ))}
      {shown.map(({ id, title, span }, index) => (
        <g key={id} transform={`translate(0 ${top + 4 + index * row})`}>
          <Words y={23}>{title}</Words>
          <Drawing span={span} />
        </g>
      ))}
    </Frame>
  )
}

function Drawing({ span }: { span: ServiceSpan }) {
  switch (span.kind) {
    case 'always':
      return <rect x={left} y="3" width={chart.width - left} height="24" fill={colour.signal} />
    case 'every': {
      const times = Array.from({ length: last / span.hours }, (_, index) => (index + 1) * span.hours)
      return (
        <g stroke={colour.ink} strokeWidth="3">
          <path d={`M${left} 15H${chart.width}`} />
          {times.map((hours) => (
            <path key={hours} d={`M${at(hours)} 3v24`} />
          ))}
        </g>
      )
    }
    case 'window':
      return (
        <>
          <path d={`M${left} 15H${at(span.to)}`} stroke={colour.ink} strokeWidth="3" />
          <rect x={at(span.from)} y="3" width={at(span.to) - at(span.from)} height="24" fill={colour.ink} />
          <path d={`M${at(span.to)} 0v30`} stroke={colour.ink} strokeWidth="7" />
        </>
      )
  }
}
