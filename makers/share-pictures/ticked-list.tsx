import { checklists, countItems } from '#content/checklists.ts'
import { qaChecklists } from '#content/qa-checklists.ts'
import { Frame } from './frame.tsx'
import { chart, colour } from './style.ts'
import { Words } from './words.tsx'

const { hero, ticking, defaultTab } = qaChecklists
const list = checklists[defaultTab]
const total = countItems(list)
const marks = Array.from({ length: total }, (_, item) => item)
const row = 41
/** Lines of the picture; all but the last are ticked. */
const items = list.sections
  .flatMap((section) => section.items)
  .filter((item) => item.length <= 72)
  .slice(0, 4)
const done = items.length - 1
/** A mark fills this part of its place; the last one ends at the edge. */
const filled = 0.68
const step = chart.width / (total - 1 + filled)

/** QA checklists: the first of them, with a tick for every item. */
export function TickedList() {
  return (
    <Frame name={hero.eyebrow} title={hero.title} caption={list.title} signal={ticking.progress(done, total)}>
      {items.map((item, index) => (
        <g key={item} transform={`translate(0 ${index * row})`}>
          <rect
            x="1.5"
            y="1.5"
            width="25"
            height="25"
            fill={index < done ? colour.signal : 'none'}
            stroke={colour.ink}
            strokeWidth="3"
          />
          {index < done && <path d="M7 14l5.5 6L22 8" fill="none" stroke={colour.ink} strokeWidth="4" />}
          <Words x={42} y={23} look="text">
            {item}
          </Words>
        </g>
      ))}
      {marks.map((item) => (
        <rect
          key={item}
          x={item * step}
          y={chart.height - 38}
          width={step * filled}
          height="38"
          fill={item < done ? colour.signal : colour.ink}
          fillOpacity={item < done ? 1 : 0.28}
        />
      ))}
    </Frame>
  )
}
