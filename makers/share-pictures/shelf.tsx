import { successKit } from '#content/success-kit.ts'
import type { PackFacts } from '#makers/packs/types.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero, reading, resources } = successKit
const columns = 2
const rows = Math.ceil(resources.length / columns)
const gap = 60
const width = (chart.width - gap) / columns
const row = chart.height / rows

/** The success kit: its packs on two shelves, each as long as it takes to read. */
export function Shelf({ facts }: { facts: PackFacts }) {
  const longest = Math.max(...Object.values(facts).map(({ minutes }) => minutes.guide + minutes.documents))
  const long = (minutes: number) => (minutes / longest) * width
  return (
    <Frame name={hero.eyebrow} title={hero.title} caption={reading.scale}>
      {resources.map(({ id, title, popular }, index) => {
        const { guide, documents } = facts[id].minutes
        const [column, place] = [Math.floor(index / rows), index % rows]
        return (
          <g key={id} transform={`translate(${column * (width + gap)} ${place * row})`}>
            <Words y={20}>{title}</Words>
            <rect
              x={long(guide)}
              y="30"
              width={long(documents)}
              height="14"
              fill={colour.sunken}
              stroke={colour.ink}
              strokeWidth="1.5"
            />
            <rect y="29" width={long(guide)} height="16" fill={popular ? colour.signal : colour.ink} />
          </g>
        )
      })}
    </Frame>
  )
}
