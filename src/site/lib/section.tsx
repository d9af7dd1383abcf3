import type { ReactNode } from 'react'
import type { Figure } from '#content/types.ts'
import layout from '#ui/layout.module.css'
import frame from './frame.module.css'
import css from './section.module.css'

interface PageHeadProps {
  words: { readonly eyebrow: string; readonly title: string; readonly lede: string }
  figures?: readonly Figure[]
  /** A drawing of the view's subject, next to the text or across the page below it. */
  beside?: ReactNode
  below?: ReactNode
  children?: ReactNode
}

/** The top section of a view, with the page's only h1. */
export function PageHead({ words, figures, beside, below, children }: PageHeadProps) {
  return (
    <section className={beside ? `${css.head} ${css.halves}` : css.head}>
      <div>
        <p className={css.eyebrow}>{words.eyebrow}</p>
        <h1>{words.title}</h1>
        <p className={frame.lede}>{words.lede}</p>
        {children && <div className={css.actions}>{children}</div>}
      </div>
      {figures && <Figures items={figures} direction="column" />}
      {beside && <div className={css.beside}>{beside}</div>}
      {below && <div className={css.below}>{below}</div>}
    </section>
  )
}

interface SectionHeadProps {
  eyebrow?: string
  title: string
  children: ReactNode
}

/** The section's title on the left and its text on the right, on one baseline. */
export function SectionHead({ eyebrow, title, children }: SectionHeadProps) {
  return (
    <div className={css.sectionHead}>
      {eyebrow && <p className={css.sectionEyebrow}>{eyebrow}</p>}
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  )
}

/** A section styled as a departure board, dark in both color schemes. */
export function DarkSection({ children }: { children: ReactNode }) {
  return (
    <section className={frame.dark}>
      <div className={layout.page}>{children}</div>
    </section>
  )
}

interface FiguresProps {
  items: readonly Figure[]
  /** `column` stacks the figures, separated by hairlines; `row` puts them side by side. */
  direction?: 'column' | 'row'
}

/** Large figures with their labels. */
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
