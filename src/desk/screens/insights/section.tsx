import type { ReactNode } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import css from './insights.module.css'

interface SectionProps {
  /** A question or a sentence. */
  title: string
  /** The answer in one or two sentences. */
  says?: ReactNode
  /** The method, in small print. */
  note?: ReactNode
  /** `beside` sets the words left of the figure where there is room; `above` gives the figure the whole width. */
  layout?: 'beside' | 'above'
  /** Its share of the page's width. */
  size?: 'whole' | 'wide' | 'half' | 'narrow'
  children: ReactNode
}

/** One question of the page: the question, the answer, the figure, the small print. */
export function Section(props: SectionProps) {
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
