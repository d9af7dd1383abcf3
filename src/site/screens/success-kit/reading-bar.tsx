import type { PackId } from '#content/packs.ts'
import { successKit } from '#content/success-kit.ts'
import packFacts from '#made/pack-facts.json'
import drawing from '#site/lib/drawing.module.css'
import layout from '#ui/layout.module.css'
import css from './success-kit.module.css'

const { reading } = successKit

const step = 5
const longest = Math.max(...Object.values(packFacts).map(({ minutes }) => minutes.guide + minutes.documents))
const end = Math.ceil(longest / step) * step
const marks = Array.from({ length: end / step + 1 }, (_, index) => index * step)
const at = (minutes: number) => `${((minutes / end) * 100).toFixed(2)}%`

/** The ruler that all bars below share, with what they are made of. */
export function ReadingScale() {
  return (
    <div className={css.readingBarHead}>
      <p className={`${layout.row} ${css.label}`}>
        {reading.scale}
        <span className={css.guide}>{reading.guide}</span>
        <span className={css.documents}>{reading.documents}</span>
      </p>
      <svg className={`${drawing.drawing} ${drawing.scale}`} width="100%" height="30" aria-hidden="true">
        {marks.map((mark) => (
          <g key={mark}>
            <line className={drawing.mark} x1={at(mark)} x2={at(mark)} y1="20" y2="30" />
            <text x={at(mark)} y="13" data-edge={edge(mark)}>
              {mark}
            </text>
          </g>
        ))}
      </svg>
    </div>
  )
}

/** One pack on that ruler: its guide, then its documents. The words beside it say the same. */
export function ReadingBar({ pack, popular }: { pack: PackId; popular: boolean }) {
  const { guide, documents } = packFacts[pack].minutes
  return (
    <svg className={drawing.drawing} width="100%" height="14" aria-hidden="true">
      <line className={drawing.mark} x2="100%" y1="13.5" y2="13.5" />
      <rect className={css.rest} x={at(guide)} width={at(documents)} y="0.75" height="12.75" />
      <rect className={popular ? drawing.signal : drawing.ink} width={at(guide)} height="14" />
    </svg>
  )
}

function edge(mark: number) {
  if (mark === 0) return 'start'
  return mark === end ? 'end' : undefined
}
