import type { MouseEvent } from 'react'
import { navigation } from '#content/navigation.ts'
import { isPlainClick } from '#site/features/navigation/view-link.tsx'
import css from './skip-link.module.css'

const contentId = 'content'

/** With script it moves the focus by itself: the anchor would change the address and add a step to go back. */
export function SkipLink() {
  return (
    <a className={css.skip} href={`#${contentId}`} onClick={skip}>
      {navigation.skip}
    </a>
  )
}

function skip(event: MouseEvent) {
  const content = document.getElementById(contentId)
  if (!content || !isPlainClick(event)) return
  event.preventDefault()
  content.tabIndex = -1
  content.focus()
}
