import { type ReactNode, useState } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import toggle from '#ui/toggle-group.module.css'
import css from './drawings.module.css'

interface ChartFigureProps {
  /** Explains the chart and how its figures were counted. */
  caption: ReactNode
  table: ReactNode
  children: ReactNode
}

/** A chart with a caption, and a button that shows the figures as a table instead. */
export function ChartFigure({ caption, table, children }: ChartFigureProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure className={`${layout.stack} ${css.figure}`}>
      {isTable ? table : children}
      <figcaption className={`${layout.ends} ${css.caption}`}>
        <span className={pieces.print}>{caption}</span>
        <button
          type="button"
          className={`${toggle.toggle} ${css.switch}`}
          aria-pressed={isTable}
          onClick={() => setTable((was) => !was)}
        >
          Show as table
        </button>
      </figcaption>
    </figure>
  )
}
