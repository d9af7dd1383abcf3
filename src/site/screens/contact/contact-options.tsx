import { contact } from '#content/contact.ts'
import layout from '#ui/layout.module.css'
import { ChannelLink, hasAddress } from './channel-link.tsx'
import css from './contact.module.css'

const { options, social } = contact
const [email, whatsapp, elsewhere] = options.items

const channels = [
  { title: null, links: [{ name: whatsapp.title, href: whatsapp.href }] },
  { title: elsewhere.title, links: social.links },
]

/** Three ways to reach us; what has no address yet takes one quiet line. */
export function ContactOptions() {
  const isOpen = channels.some(({ links }) => links.some(hasAddress))
  return (
    <div className={css.options}>
      <p className={css.contactOptionsText}>
        <strong>{email.title}</strong> {email.text}
      </p>
      <p className={css.mail}>
        <a href={email.href}>{email.link}</a>
      </p>
      <ul className={`${layout.row} ${layout.note} ${css.channels}`}>
        {!isOpen && <li>{options.placeholder}:</li>}
        {channels.map(({ title, links }) => (
          <li key={title}>
            {title}
            {links.map((link) => (
              <ChannelLink key={link.name} {...link} isMarked={isOpen} />
            ))}
          </li>
        ))}
      </ul>
    </div>
  )
}
