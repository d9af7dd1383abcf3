import type { MouseEvent } from 'react'
import { contact, type SocialLink } from '#content/contact.ts'
import { CallBanner, useCapacityText } from '#site/features/booking/book-call.tsx'
import frame from '#site/lib/frame.module.css'
import { deferPart } from '#site/lib/lazy-part.tsx'
import { Figures, PageHead } from '#site/lib/section.tsx'
import layout from '#ui/layout.module.css'
import css from './contact.module.css'
import { Regions, ReplyRuler } from './hours.tsx'

const { call, hero, options, social, form, faqs } = contact

/** The form works without script, so the page does not wait for the form's script. */
const messagePanel = deferPart(
  'message-panel',
  async () => (await import('#site/features/contact/message-panel.tsx')).MessagePanel,
)

export const laters = [messagePanel]

export function Screen() {
  return (
    <>
      <PageHead words={hero} beside={<ReplyRuler />} below={<Figures items={hero.figures} />}>
        <ContactOptions />
      </PageHead>
      <WriteToUs />
      <Regions />
      <Faqs />
      <CallBanner title={call.title} text={useCapacityText(call.text)} look="line" />
    </>
  )
}

const [email, whatsapp, elsewhere] = options.items

const channels = [
  { title: null, links: [{ name: whatsapp.title, href: whatsapp.href }] },
  { title: elsewhere.title, links: social.links },
]

/** Three ways to contact us; all channels without a URL share one line. */
function ContactOptions() {
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

interface ChannelLinkProps extends SocialLink {
  /**
   * True if a link without a URL is marked as such; otherwise, the surrounding text says that the URL is missing.
   */
  isMarked: boolean
}

const hasAddress = ({ href }: SocialLink) => href !== '#'

/** A link to one of our channels; disabled if the channel has no URL. */
function ChannelLink({ name, href, isMarked }: ChannelLinkProps) {
  if (hasAddress({ name, href })) return <a href={href}>{name}</a>
  return (
    // biome-ignore lint/a11y/useValidAnchor: it becomes a real link when it gets an address.
    <a className={css.placeholder} href="#" aria-disabled="true" onClick={stay}>
      {name}
      {isMarked && ` (${contact.options.placeholder.toLowerCase()})`}
    </a>
  )
}

/** Following `#` would scroll to the top and add a history entry. */
const stay = (event: MouseEvent) => event.preventDefault()

function WriteToUs() {
  return (
    <section>
      <div className={`${frame.split64} ${layout.page} ${css.inner}`}>
        <div className={css.words}>
          <h2>{form.title}</h2>
          <p className={css.intro}>{form.intro}</p>
        </div>
        <messagePanel.Part />
      </div>
    </section>
  )
}

function Faqs() {
  return (
    <section className={`${frame.split60} ${layout.page} ${css.section}`}>
      <h2>{faqs.title}</h2>
      <div className={layout.ruled}>
        {faqs.items.map((item) => (
          <details key={item.question} className={css.item}>
            <summary className={`${layout.column} ${css.question}`}>{item.question}</summary>
            <p className={css.answer}>{item.answer}</p>
          </details>
        ))}
      </div>
    </section>
  )
}
