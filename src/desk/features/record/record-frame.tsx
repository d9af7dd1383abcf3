import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import controls from '#desk/lib/controls.module.css'
import pieces from '#desk/lib/pieces.module.css'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './record.module.css'

interface RecordFrameProps {
  ref?: Ref<HTMLElement>
  /** The sender, or another title. */
  name: string
  company: string | undefined
  chip?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** The open record, beside the list or in its place where there is no room. It takes the focus when it opens. */
export function RecordFrame({ ref, name, company, chip, onClose, children }: RecordFrameProps) {
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section ref={ref} className={`${layout.tight} ${layout.anywhere} ${css.record}`} aria-labelledby={id}>
      <div className={pieces.line}>
        <button type="button" className={`${controls.bare} ${css.close}`} onClick={onClose}>
          <Icon name="back" /> Back to the list
        </button>
        {chip}
      </div>
      <h2 id={id} ref={heading} tabIndex={-1} className={`${layout.title} ${pieces.unmarked} ${css.name}`}>
        {name}
      </h2>
      {company && <p className={`${layout.soft} ${css.company}`}>{company}</p>}
      {children}
    </section>
  )
}
