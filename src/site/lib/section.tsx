import type { ReactNode } from 'react'
import type { Figure } from '#content/types.ts'
import layout from '#ui/layout.module.css'
import frame from './frame.module.css'
import css from './section.module.css'

interface PageHeadProps {
  words: { readonly eyebrow: string; readonly title: string; readonly lede: string }
  figures?: readonly Figure[]
  /** A drawing of the view's subject: beside the words, or across the page below them. */
  beside?: ReactNode
  below?: ReactNode
  /** The actions of the page. */
  children?: ReactNode
}

/** The head of a view: its only h1, its subject, and figures or a drawing. */
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
  /** One or two sentences. */
  children: ReactNode
}

/** Title on the left, its meaning on the right, on one baseline. */
export function SectionHead({ eyebrow, title, children }: SectionHeadProps) {
  return (
    <div className={css.sectionHead}>
      {eyebrow && <p className={css.sectionEyebrow}>{eyebrow}</p>}
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  )
}

/** A section set as a departure board: dark by day and by night. */
export function Board({ children }: { children: ReactNode }) {
  return (
    <section className={frame.dark}>
      <div className={layout.page}>{children}</div>
    </section>
  )
}

interface FiguresProps {
  items: readonly Figure[]
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
