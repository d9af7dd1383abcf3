import type { ReactNode } from 'react'
import { forms } from '#content/forms.ts'
import { viewHref } from '#site/lib/navigation.ts'
import css from './plain-page.module.css'
import { Wordmark } from './wordmark.tsx'

/** The frame of the pages without a view: answers to plain forms, unknown addresses. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={css.header}>
        <a className={css.home} href={viewHref('home')}>
          <Wordmark />
        </a>
      </header>
      <main className={css.main}>{children}</main>
      <footer className={css.footer}>
        <a href={viewHref('home')}>{forms.back}</a>
      </footer>
    </>
  )
}
