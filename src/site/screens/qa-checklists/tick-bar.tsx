import type { Checklist } from '#content/types.ts'
import drawing from '#site/lib/drawing.module.css'
import css from './checklist.module.css'

interface TickBarProps {
  list: Checklist
  ticks: ReadonlySet<number>
  label: string
}

/** A tick for every item in its order, with a gap after each section: it shows what is open, and where. */
export function TickBar({ list, ticks, label }: TickBarProps) {
  const places = list.sections.flatMap((section, index) => section.items.map(() => index))
  // A unit for each item and one for each gap before it.
  const draw = (item: number) => `M${item + (places[item] ?? 0)} 0h.62v1h-.62z`
  const width = places.length + list.sections.length - 1.38
  return (
    <svg
      className={css.bar}
      viewBox={`0 0 ${width.toFixed(2)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path className={css.open} d={places.map((_, item) => draw(item)).join('')} />
      <path className={drawing.signal} d={[...ticks].map(draw).join('')} />
    </svg>
  )
}
