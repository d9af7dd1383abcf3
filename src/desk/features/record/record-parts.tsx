import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import { counted, sourceWords } from '#desk/lib/words.ts'
import layout from '#ui/layout.module.css'
import css from './record.module.css'

export function RecordPart({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={`${layout.stack} ${pieces.listed} ${css.part}`} aria-labelledby={id}>
      <h3 id={id} className={css.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}

interface Fact {
  label: string
  value: ReactNode
}

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={`${pieces.facts} ${css.facts}`}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value || <span className={layout.tiny}>not told</span>}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface OriginProps {
  item: {
    source: string
    campaign: string | null
    first_view: string | null
    landing_page: string | null
    referrer: string | null
  }
}

/** The origin of the visit in which it was sent. Addresses are plain text, because a browser can send anything. */
export function Origin({ item }: OriginProps) {
  const isTold = item.landing_page !== null || item.source !== 'site'
  return (
    <RecordPart title="Where they came from">
      <Facts
        facts={[
          { label: 'Source', value: isTold && sourceWords(item.source) },
          ...(isTold
            ? [
                { label: 'Campaign', value: item.campaign ?? 'none' },
                { label: 'First view', value: item.first_view },
                { label: 'First address', value: item.landing_page },
                { label: 'Site before', value: item.referrer ?? 'none' },
              ]
            : []),
        ]}
      />
    </RecordPart>
  )
}

interface ContactProps {
  /** Null, like the telephone, where they were not told. */
  email: string | null
  phone?: string | null
  /** The subject of the letter that the link starts. */
  subject: string
  others: { bookings: number; messages: number }
  /** Whether the link in our letter to this address was opened. */
  isConfirmed?: boolean
  /** The row that the person sent: the link shows everything else from the same address. */
  from: { booking: string } | { message: string }
}

/** The sender's contact details, and links to their other items. */
export function Contact({ email, phone, subject, others, isConfirmed, from }: ContactProps) {
  const dial = phone ? dialOf(phone) : null
  return (
    <div className={`${layout.close} ${css.contact}`}>
      {email && (
        <p>
          <a href={letterTo(email, subject)}>{email}</a>
        </p>
      )}
      {phone && <p className={layout.numbers}>{dial ? <a href={dial}>{phone}</a> : phone}</p>}
      {isConfirmed && <p className={layout.tiny}>Confirmed by the link in our letter.</p>}
      {others.bookings + others.messages > 0 && (
        <p className={layout.tiny}>
          Also from this address:{' '}
          <Link to="/person" search={from}>
            {[
              others.bookings && counted(others.bookings, 'booking'),
              others.messages && counted(others.messages, 'message'),
            ]
              .filter(Boolean)
              .join(', ')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** A `mailto:` link with a subject. It escapes characters that have a meaning in URLs. */
export const letterTo = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`

/** The dialable digits of a typed number; null if there are none. */
export function dialOf(phone: string): string | null {
  const [number = ''] = phone.split(/ext|x|;|,|\//i)
  const digits = number.replace(/\D/g, '')
  return digits.length < 3 ? null : `tel:${/^\D*\+/.test(number) ? '+' : ''}${digits}`
}

/** A visitor's text as plain text with line breaks. */
export const Words = ({ text }: { text: string }) => <blockquote className={css.words}>{text}</blockquote>

export const ReadOnly = ({ isUnknown = false }: { isUnknown?: boolean }) => (
  <p className={layout.tiny}>
    {isUnknown
      ? 'This page is older than the server and does not know the state. Reload it to go on.'
      : 'Your role is Viewer: you can read this, owners and agents change it.'}
  </p>
)
