import type { MouseEvent, ReactNode } from 'react'
import { brand } from '#content/brand.ts'
import { documents } from '#content/documents.ts'
import { look } from '#content/look.ts'
import { isPlainClick } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import css from './page-frame.module.css'

interface SkipLinkProps {
  target: string
  children: string
}

/** Moves the focus by script if possible: following the anchor would change the URL and add a history entry. */
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

/** The provider's logo, or our mark and the provider's name. */
export function Wordmark() {
  if (look.logo) return <img src={look.logo} alt={brand.name} />
  return (
    <span className={`${layout.inline} ${css.wordmark}`}>
      <Mark />
      {brand.name}
    </span>
  )
}

/** Three lines of a timetable; the filled last line represents the hours that we take over. */
const Mark = () => (
  <svg width="26" height="22" viewBox="0 0 26 22" aria-hidden="true">
    <path d="M0 2.5h26M0 11h15" stroke="currentColor" strokeWidth="3" />
    <path className={css.line} d="M0 19.5h26" strokeWidth="5" />
  </svg>
)

/** Links to the documents, followed by `children`. The server renders the documents, so each link loads a page. */
export const DocumentLinks = ({ children }: { children?: ReactNode }) => (
  <span className={`${layout.row} ${css.links}`}>
    {Object.entries(documents).map(([id, label]) => (
      <a key={id} href={`/${id}`}>
        {label}
      </a>
    ))}
    {children}
  </span>
)
