import { navigation } from '#content/navigation.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { ViewLink } from '#site/features/navigation/view-link.tsx'
import css from './header.module.css'
import { Wordmark } from './wordmark.tsx'

/** Top navigation of the home view. */
export function Header() {
  return (
    <header className={css.header}>
      <Wordmark />
      <nav className={css.nav} aria-label={navigation.mainLabel}>
        {navigation.top.map((link) => (
          <ViewLink key={link.target} to={link.target} trigger="header" className={css.link}>
            {link.label}
          </ViewLink>
        ))}
      </nav>
      <BookCallButton place="nav" size="small">
        {navigation.book}
      </BookCallButton>
    </header>
  )
}
