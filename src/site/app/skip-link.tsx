import type { MouseEvent } from 'react'
import { isPlainClick } from '#site/features/navigation/view-link.tsx'
import css from './skip-link.module.css'

interface SkipLinkProps {
  /** The id of what it leads to. */
  target: string
  children: string
}

/** With script it moves the focus by itself: the anchor would change the address and add a step to go back. */
export function SkipLink({ target, children }: SkipLinkProps) {
  const skip = (event: MouseEvent) => {
    const content = document.getElementById(target)
    if (!content || !isPlainClick(event)) return
    event.preventDefault()
    content.tabIndex = -1
    content.focus()
  }
  return (
    <a className={css.skip} href={`#${target}`} onClick={skip}>
      {children}
    </a>
  )
}
