import { type ReactNode, type Ref, useEffect, useId, useRef } from 'react'
import { Icon } from '#ui/icon.tsx'
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
    <section ref={ref} className={css.record} aria-labelledby={id}>
      <div className={css.bar}>
        <button type="button" className={css.close} onClick={onClose}>
          <Icon name="back" /> Back to the list
        </button>
        {chip}
      </div>
      <h2 id={id} ref={heading} tabIndex={-1} className={css.name}>
        {name}
      </h2>
      {company && <p className={css.company}>{company}</p>}
      {children}
    </section>
  )
}
