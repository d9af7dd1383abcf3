import type { MouseEvent } from 'react'
import { contact, type SocialLink } from '#content/contact.ts'
import css from './contact.module.css'

interface ChannelLinkProps extends SocialLink {
  /** Whether a link without an address says so itself; otherwise the words around it do. */
  isMarked: boolean
}

export const hasAddress = ({ href }: SocialLink) => href !== '#'

/** A link to a channel of ours; one that has no address yet goes nowhere. */
export function ChannelLink({ name, href, isMarked }: ChannelLinkProps) {
  if (hasAddress({ name, href })) return <a href={href}>{name}</a>
  return (
    // biome-ignore lint/a11y/useValidAnchor: it stays a link, so that giving it an address is all it takes.
    <a className={css.placeholder} href="#" aria-disabled="true" onClick={stay}>
      {name}
      {isMarked && ` (${contact.options.placeholder.toLowerCase()})`}
    </a>
  )
}

/** Following `#` would scroll to the top and leave an entry in the history. */
const stay = (event: MouseEvent) => event.preventDefault()
