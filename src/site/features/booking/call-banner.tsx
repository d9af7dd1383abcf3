import type { ReactNode } from 'react'
import { Figures } from '#ui/figures.tsx'
import { BookCallButton } from './book-call-button.tsx'
import css from './call-banner.module.css'

interface CallBannerProps {
  title: string
  text: string
  book: string
  facts?: readonly { readonly value: string; readonly label: string }[]
  /** A second call to action, beside the call. */
  children?: ReactNode
}

/** The booking banner at the end of a view. */
export function CallBanner({ title, text, book, facts, children }: CallBannerProps) {
  return (
    <section className={css.banner}>
      <div className={css.inner}>
        <h2>{title}</h2>
        <div className={css.offer}>
          <p className={css.text}>{text}</p>
          {facts && <Figures items={facts} />}
          <div className={css.actions}>
            <BookCallButton place="banner" look="plain">
              {book}
            </BookCallButton>
            {children}
          </div>
        </div>
      </div>
    </section>
  )
}
