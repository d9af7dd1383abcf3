import { type ReactNode, useId } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'

interface SectionProps {
  title: string
  text: string
  children: ReactNode
}

/** One matter: its description on the left, its controls on the right. */
export function Section({ title, text, children }: SectionProps) {
  const id = useId()
  return (
    <section className={pieces.section} aria-labelledby={id}>
      <div className={`${layout.tight} ${pieces.aside}`}>
        <h2 className={layout.title} id={id}>
          {title}
        </h2>
        <p className={layout.note}>{text}</p>
      </div>
      <div>{children}</div>
    </section>
  )
}
