import type { ReactNode } from 'react'
import css from './section-head.module.css'

interface SectionHeadProps {
  eyebrow?: string
  title: string
  /** What the title promises, in a sentence or two. */
  children: ReactNode
}

/** Title on the left, what it means on the right, standing on one line. */
export function SectionHead({ eyebrow, title, children }: SectionHeadProps) {
  return (
    <div className={css.head}>
      {eyebrow && <p className={css.eyebrow}>{eyebrow}</p>}
      <h2>{title}</h2>
      <div>{children}</div>
    </div>
  )
}
