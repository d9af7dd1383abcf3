import { contact } from '#content/contact.ts'
import { ChannelLink } from './channel-link.tsx'
import css from './contact-options.module.css'

const { options } = contact

/** Three ways to reach us; the one that works today is the one that is large. */
export function ContactOptions() {
  return (
    <section className={css.section}>
      <h2 className={css.title}>{options.title}</h2>
      <ul className={css.options}>
        {options.items.map((option) => (
          <li key={option.id} className={option.id === 'email' ? css.main : css.option}>
            <h3>{option.title}</h3>
            <p className={css.text}>{option.text}</p>
            <p className={css.link}>
              <ChannelLink href={option.href}>{option.link}</ChannelLink>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
