import css from './figures.module.css'

export interface FigureItem {
  readonly value: string
  readonly label: string
}

interface FiguresProps {
  items: readonly FigureItem[]
  /** `column` stacks them with hairlines; `row` sets them side by side. */
  direction?: 'column' | 'row'
}

/** Big tabular figures, each with the words that say what it counts. */
export function Figures({ items, direction = 'row' }: FiguresProps) {
  return (
    <dl className={[css.figures, direction === 'column' && css.column].filter(Boolean).join(' ')}>
      {items.map(({ value, label }) => (
        <div key={label} className={css.figure}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
