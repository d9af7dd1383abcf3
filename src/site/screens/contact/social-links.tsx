import { contact } from '#content/contact.ts'
import { ChannelLink } from './channel-link.tsx'
import css from './social-links.module.css'

const { social } = contact

export function SocialLinks() {
  return (
    <section className={css.section}>
      <h2 className={css.title}>{social.title}</h2>
      <ul className={css.links}>
        {social.links.map((link) => (
          <li key={link.name}>
            <ChannelLink href={link.href}>{link.name}</ChannelLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
