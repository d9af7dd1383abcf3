import type { MouseEvent } from 'react'
import { navigation } from '#content/navigation.ts'
import type { ViewId } from '#content/views.ts'
import { BookCallButton } from '#site/features/booking/book-call-button.tsx'
import { useNavigation, viewHref } from '#site/lib/navigation.ts'
import { Icon } from '#ui/icon.tsx'
import css from './back-bar.module.css'

/** The fixed bar of every view but home: the way back, and the call. */
export function BackBar({ target, label }: { target: ViewId; label: string }) {
  const { back, prepare } = useNavigation()
  const onClick = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    back(target)
  }
  return (
    <header className={css.bar}>
      <div className={css.inner}>
        <a
          className={css.back}
          href={viewHref(target)}
          onClick={onClick}
          onPointerEnter={() => prepare(target)}
        >
          <Icon name="back" />
          {label}
        </a>
        <BookCallButton place="nav" size="small">
          {navigation.book}
        </BookCallButton>
      </div>
    </header>
  )
}
