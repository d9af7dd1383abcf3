import type { ReactNode } from 'react'
import css from './board.module.css'
import layout from './layout.module.css'

/** A section set as a departure board: dark by day and by night. */
export function Board({ children }: { children: ReactNode }) {
  return (
    <section className={css.board}>
      <div className={layout.page}>{children}</div>
    </section>
  )
}
