import type { ReactNode } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import css from './letters.module.css'

interface NoticeProps {
  tone: 'plain' | 'alert'
  /** The error as the mail server or our server recorded it, for whoever solves it. */
  code?: string | null
  children: ReactNode
}

/** A word about one letter. */
export const Notice = ({ tone, code, children }: NoticeProps) => (
  <div className={`${layout.close} ${pieces.said} ${css.notice}`} data-tone={tone}>
    <p>{children}</p>
    {code && <p className={`${layout.soft} ${layout.mono}`}>{code}</p>}
  </div>
)
