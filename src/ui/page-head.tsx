import type { ReactNode } from 'react'
import { Figures } from './figures.tsx'
import css from './page-head.module.css'

interface PageHeadProps {
  eyebrow: string
  title: string
  lede: string
  figures?: readonly { readonly value: string; readonly label: string }[]
  /** The actions of the page. */
  children?: ReactNode
}

/** The head of a view: its only h1, what it is about, and the figures that carry it. */
export function PageHead({ eyebrow, title, lede, figures, children }: PageHeadProps) {
  return (
    <section className={css.head}>
      <div>
        <p className={css.eyebrow}>{eyebrow}</p>
        <h1>{title}</h1>
        <p className={css.lede}>{lede}</p>
        {children && <div className={css.actions}>{children}</div>}
      </div>
      {figures && <Figures items={figures} direction="column" />}
    </section>
  )
}
