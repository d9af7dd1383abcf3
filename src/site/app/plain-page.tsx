import type { ReactNode } from 'react'
import { ownDataLink } from '#content/documents.ts'
import { forms } from '#content/forms.ts'
import { navigation } from '#content/navigation.ts'
import { callLabels } from '#content/strategy-call.ts'
import { viewHref } from '#site/lib/navigation.tsx'
import { buttonClass } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import head from './header.module.css'
import { DocumentLinks, SkipLink, Wordmark } from './page-frame.tsx'
import css from './plain-page.module.css'

/**
 * The frame of pages without a view: responses to plain forms, pages that emails link to, and errors. These pages work
 * without JavaScript: 'Book Call' links to a page with the form.
 */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink target="content">{navigation.skip}</SkipLink>
      <header className={head.header}>
        <a className={head.home} href={viewHref('home')}>
          <Wordmark />
        </a>
        <nav className={`${head.nav} ${css.nav}`} aria-label={navigation.mainLabel}>
          {navigation.top.map(({ target, label }) => (
            <a key={target} className={head.link} href={viewHref(target)}>
              {label}
            </a>
          ))}
        </nav>
        <a className={`${buttonClass('signal', 'small')} ${css.call}`} href="/forms/booking">
          {callLabels.short}
        </a>
      </header>
      <main id="content" className={`${layout.column} ${css.main}`}>
        {children}
      </main>
      <footer className={css.footer}>
        <a href={viewHref('home')}>{forms.back}</a>
        <DocumentLinks>
          <a href={ownDataLink.href}>{ownDataLink.label}</a>
        </DocumentLinks>
      </footer>
    </>
  )
}
