import type { MouseEvent } from 'react'
import { navigation } from '#content/navigation.ts'
import type { BackWords } from '#content/views.ts'
import { BookCallButton } from '#site/features/booking/book-call.tsx'
import { isPlainClick, useNavigation, ViewLink } from '#site/lib/navigation.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './header.module.css'
import { Wordmark } from './page-frame.tsx'

/** The header of every view; on every view except home, a slim sticky bar with a back link. */
export function Header({ back }: { back: BackWords | null }) {
  return (
    <header className={back ? `${css.header} ${css.bar}` : css.header}>
      {back ? (
        <>
          <ViewLink to="home" trigger="header" className={css.home}>
            <Wordmark />
          </ViewLink>
          <BackLink {...back} />
        </>
      ) : (
        <Wordmark />
      )}
      <nav className={css.nav} aria-label={navigation.mainLabel}>
        {navigation.top.map((link) => (
          <ViewLink key={link.target} to={link.target} trigger="header" className={css.link}>
            {link.label}
          </ViewLink>
        ))}
      </nav>
      <BookCallButton place="nav" label="short" size="small" />
    </header>
  )
}

/** Goes to the parent view; if the visitor came from that view, goes back in the history instead. */
function BackLink({ target, label }: BackWords) {
  const { back } = useNavigation()
  const onClick = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    back(target)
  }
  return (
    <ViewLink to={target} className={`${layout.line} ${css.back}`} onClick={onClick}>
      <Icon name="back" />
      <span>{label}</span>
    </ViewLink>
  )
}
