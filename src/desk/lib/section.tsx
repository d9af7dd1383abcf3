import { type ReactNode, useId } from 'react'
import css from './section.module.css'

interface SectionProps {
  title: string
  text: string
  children: ReactNode
}

/** One matter: its description on the left, its controls on the right. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section className={css.section} aria-labelledby={id}>
      <div className={css.about}>
        <h2 className={css.title} id={id}>
          {title}
        </h2>
        <p className={css.text}>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
