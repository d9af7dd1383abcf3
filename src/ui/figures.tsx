import css from './figures.module.css'
import { quietLink } from './quiet-link.ts'

export interface FigureItem {
  readonly value: string
  readonly label: string
  /** The address of what the figure counts. */
  readonly base?: string
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
      {items.map(({ value, label, base }) => (
        <div key={label} className={css.figure}>
          <dt>
            {base ? (
              <a className={quietLink} href={base}>
                {label}
              </a>
            ) : (
              label
            )}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
