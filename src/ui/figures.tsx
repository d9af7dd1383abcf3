import css from './figures.module.css'

interface FiguresProps {
  items: readonly { readonly value: string; readonly label: string }[]
  /** `column` stacks them with hairlines; `row` sets them side by side. */
  direction?: 'column' | 'row'
}

/** Big tabular figures, each with the words that say what it counts. */
export function Figures({ items, direction = 'row' }: FiguresProps) {
  return (
    <dl className={[css.figures, direction === 'column' && css.column].filter(Boolean).join(' ')}>
      {items.map((item) => (
        <div key={item.label} className={css.figure}>
          <dt>{item.label}</dt>
          <dd>{item.value}</dd>
        </div>
      ))}
    </dl>
  )
}
