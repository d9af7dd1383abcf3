import type { ReactNode } from 'react'
import frame from '#site/lib/frame.module.css'
import { type FigureItem, Figures } from '#ui/figures.tsx'
import layout from '#ui/layout.module.css'
import { BookCallButton } from './book-call-button.tsx'
import css from './call-banner.module.css'

interface CallBannerProps {
  title: string
  text: string
  facts?: readonly FigureItem[]
  /** `signal` closes a view that sells, `board` one that was worked on, `line` one that goes on elsewhere. */
  look?: 'signal' | 'board' | 'line'
  /** A second call to action, beside the call. */
  children?: ReactNode
}

/** The offer of a call at the end of a view. */
export function CallBanner({ title, text, facts, look = 'signal', children }: CallBannerProps) {
  return (
    <section className={css[look]}>
      <div className={`${frame.split56} ${layout.page} ${css.inner}`}>
        <h2>{title}</h2>
        <div className={css.offer}>
          <p className={`${layout.lead} ${css.text}`}>{text}</p>
          {facts && <Figures items={facts} />}
          <div className={`${layout.bar} ${css.actions}`}>
            <BookCallButton place="banner" look={look === 'signal' ? 'plain' : 'signal'} />
            {children}
          </div>
        </div>
      </div>
    </section>
  )
}
