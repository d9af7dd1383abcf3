import type { ReactNode } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import css from './insights.module.css'

interface SectionProps {
  /** The title: a question or a statement. */
  title: string
  /** The answer, in one or two sentences. */
  says?: ReactNode
  /** The small print, which explains how the figures were counted. */
  note?: ReactNode
  /** `beside` puts the text to the left of the figure if there is space. `above` gives the figure the full width. */
  layout?: 'beside' | 'above'
  /** The share of the page's width that the section takes up. */
  size?: 'whole' | 'wide' | 'half' | 'narrow'
  children: ReactNode
}

/**
 * A section that answers one question. The section contains the question, the answer, the figure, and the small print.
 */
export function InsightsSection(props: SectionProps) {
  const { title, says, note, layout: columns = 'above', size = 'whole', children } = props
  return (
    <section className={`${layout.column} ${css.section}`} data-layout={columns} data-size={size}>
      <div className={`${layout.tight} ${layout.anywhere} ${css.words}`}>
        <h2 className={`${layout.title} ${css.title}`}>{title}</h2>
        {says && <p className={css.says}>{says}</p>}
        {note && <p className={pieces.print}>{note}</p>}
      </div>
      <div className={`${layout.column} ${css.figure}`}>{children}</div>
    </section>
  )
}
