import type { ReactNode } from 'react'
import css from './notice.module.css'

interface NoticeProps {
  tone: 'plain' | 'alert'
  /** The error as the mail server or our server recorded it, for whoever solves it. */
  code?: string | null
  children: ReactNode
}

/** A word about one letter. */
export const Notice = ({ tone, code, children }: NoticeProps) => (
  <div className={css.notice} data-tone={tone}>
    <p>{children}</p>
    {code && <p className={css.code}>{code}</p>}
  </div>
)
