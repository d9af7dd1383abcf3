import type { MouseEvent } from 'react'
import { isPlainClick } from '#site/lib/navigation.ts'
import layout from '#ui/layout.module.css'
import css from './skip-link.module.css'

interface SkipLinkProps {
  target: string
  children: string
}

/** With script the link moves the focus itself: the anchor would change the address and add a history entry. */
export function SkipLink({ target, children }: SkipLinkProps) {
  const skip = (event: MouseEvent) => {
    const content = document.getElementById(target)
    if (!content || !isPlainClick(event)) return
    event.preventDefault()
    content.tabIndex = -1
    content.focus()
  }
  return (
    <a className={`${layout.unprinted} ${css.skip}`} href={`#${target}`} onClick={skip}>
      {children}
    </a>
  )
}
