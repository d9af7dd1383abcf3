import type { ReactNode } from 'react'
import layout from './layout.module.css'
import css from './notice.module.css'

interface NoticeProps {
  title: string
  text: string
  /** Over the page instead of in it. */
  floating?: boolean
  children?: ReactNode
}

/** Something went wrong, what it means, and the one thing to do about it. */
export function Notice({ title, text, floating = false, children }: NoticeProps) {
  return (
    <div className={[css.notice, floating && css.floating].filter(Boolean).join(' ')} role="alert">
      <h2 className={layout.title}>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  )
}
