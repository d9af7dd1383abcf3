import type { MouseEvent, ReactNode } from 'react'
import { contact } from '#content/contact.ts'
import css from './channel-link.module.css'

interface ChannelLinkProps {
  href: string
  children: ReactNode
}

/** A link to a channel of ours; one that has no address yet says so, and goes nowhere. */
export function ChannelLink({ href, children }: ChannelLinkProps) {
  if (href !== '#') return <a href={href}>{children}</a>
  return (
    // biome-ignore lint/a11y/useValidAnchor: it stays a link, so that giving it an address is all it takes.
    <a className={css.placeholder} href="#" aria-disabled="true" onClick={stay}>
      {children} <span className={css.status}>{contact.options.placeholder}</span>
    </a>
  )
}

/** Following `#` would scroll to the top and leave an entry in the history. */
const stay = (event: MouseEvent) => event.preventDefault()
