import type { ReactNode, Ref } from 'react'
import css from './drawings.module.css'
import type { useCursor } from './use-cursor.ts'

interface CursorPlotProps {
  cursor: ReturnType<typeof useCursor>
  label: string
  count: number
  /** The description of one position, as a sentence. */
  say: (index: number) => string
  ref?: Ref<HTMLDivElement>
  /** The drawing; for screen readers the sentences replace it. */
  children: ReactNode
}

/**
 * A chart whose values can be read one by one: a slider, because screen readers announce its value at each key
 * without a live region.
 * @see https://www.w3.org/WAI/ARIA/apg/patterns/slider/
 */
export function CursorPlot({ cursor, label, count, say, ref, children }: CursorPlotProps) {
  return (
    <div
      {...cursor.handlers}
      ref={ref}
      className={css.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={cursor.nearest + 1}
      aria-valuetext={say(cursor.nearest)}
    >
      {children}
    </div>
  )
}
