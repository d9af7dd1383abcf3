import type { ReactNode } from 'react'
import { type FigureItem, Figures } from './figures.tsx'
import css from './page-head.module.css'

interface PageHeadProps {
  eyebrow: string
  title: string
  lede: string
  figures?: readonly FigureItem[]
  /** What the view is about, drawn: beside the words, or across the page below them. */
  beside?: ReactNode
  below?: ReactNode
  /** The actions of the page. */
  children?: ReactNode
}

/** The head of a view: its only h1, what it is about, and what carries it: figures, or a drawing. */
export function PageHead({ eyebrow, title, lede, figures, beside, below, children }: PageHeadProps) {
  return (
    <section className={beside ? `${css.head} ${css.halves}` : css.head}>
      <div>
        <p className={css.eyebrow}>{eyebrow}</p>
        <h1>{title}</h1>
        <p className={css.lede}>{lede}</p>
        {children && <div className={css.actions}>{children}</div>}
      </div>
      {figures && <Figures items={figures} direction="column" />}
      {beside && <div className={css.beside}>{beside}</div>}
      {below && <div className={css.below}>{below}</div>}
    </section>
  )
}
