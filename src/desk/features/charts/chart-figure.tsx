import { type ReactNode, useState } from 'react'
import css from './chart-figure.module.css'

interface ChartFigureProps {
  /** What is drawn, how, and what it counts. */
  caption: ReactNode
  table: ReactNode
  children: ReactNode
}

/** A chart with its caption, and a switch that shows a table in its place. */
export function ChartFigure({ caption, table, children }: ChartFigureProps) {
  const [isTable, setTable] = useState(false)
  return (
    <figure className={css.figure}>
      {isTable ? table : children}
      <figcaption className={css.caption}>
        <span>{caption}</span>
        <button
          type="button"
          className={css.switch}
          aria-pressed={isTable}
          onClick={() => setTable((was) => !was)}
        >
          Show as table
        </button>
      </figcaption>
    </figure>
  )
}
