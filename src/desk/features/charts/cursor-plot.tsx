import type { ReactNode, Ref } from 'react'
import css from './cursor-plot.module.css'
import type { useCursor } from './use-cursor.ts'

interface CursorPlotProps {
  cursor: ReturnType<typeof useCursor>
  /** What the cursor moves along. */
  label: string
  count: number
  /** All that is to be known of a place, as a sentence. */
  say: (index: number) => string
  ref?: Ref<HTMLDivElement>
  /** The drawing: to those who hear, the sentences stand for it. */
  children: ReactNode
}

/**
 * A drawing whose values can be walked along: a slider, because that is what says its value at each key without
 * anything else being said.
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
