import type { ReactNode } from 'react'
import { type FigureItem, Figures } from '#ui/figures.tsx'
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
      <div className={css.inner}>
        <h2>{title}</h2>
        <div className={css.offer}>
          <p className={css.text}>{text}</p>
          {facts && <Figures items={facts} />}
          <div className={css.actions}>
            <BookCallButton place="banner" look={look === 'signal' ? 'plain' : 'signal'} />
            {children}
          </div>
        </div>
      </div>
    </section>
  )
}
