import layout from '#ui/layout.module.css'
import css from './data-table.module.css'

interface CellBarProps {
  text: string
  /** Of the largest in the column, from 0 to 1. */
  share: number
  look: 'ink' | 'signal'
}

/** A figure in a cell with a bar beside it, so that a column is read at a glance. */
export function CellBar({ text, share, look }: CellBarProps) {
  return (
    <span className={`${layout.stack} ${css.withBar}`}>
      <span className={css.figure}>{text}</span>
      <svg className={css.track} width="100%" height="10" aria-hidden="true">
        <rect className={css[look]} width={`${+(share * 100).toFixed(2)}%`} height="10" />
      </svg>
    </span>
  )
}
