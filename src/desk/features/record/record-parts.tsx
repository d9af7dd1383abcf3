import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode, useId } from 'react'
import pieces from '#desk/lib/pieces.module.css'
import { countWithNoun, sourceWords } from '#desk/lib/words.ts'
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
          <dd>{value || <span className={layout.tiny}>not given</span>}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

interface SourceFactsProps {
  item: {
    source: string
    campaign: string | null
    first_view: string | null
    landing_page: string | null
    referrer: string | null
  }
  /** Drawings that repeat the record's words. */
  children?: ReactNode
}

/**
 * The source of the visit that led to the row; rarely needed details are folded. Web addresses are not shown as links, because a browser can send any
 * URL.
 */
export function SourceFacts({ item, children }: SourceFactsProps) {
  const isTold = item.landing_page !== null || item.source !== 'site'
  return (
    <RecordPart title="Source of the visit">
      <Facts
        facts={[
          { label: 'Source', value: isTold && sourceWords(item.source) },
          ...(isTold ? [{ label: 'Campaign', value: item.campaign ?? 'none' }] : []),
        ]}
      />
      {(isTold || children) && (
        <details className={css.details}>
          <summary className={layout.small}>Details</summary>
          <div className={layout.stack}>
            {isTold && (
              <Facts
                facts={[
                  { label: 'First page', value: item.first_view },
                  { label: 'Landing page', value: item.landing_page },
                  { label: 'Referrer', value: item.referrer ?? 'none' },
                ]}
              />
            )}
            {children}
          </div>
        </details>
      )}
    </RecordPart>
  )
}

interface ContactProps {
  /** The email address; null if the visitor gave none. */
  email: string | null
  phone?: string | null
  /** The subject line of an email to the visitor. */
  subject: string
  others: { bookings: number; messages: number }
  /** True if the visitor opened the link in our email to this address. */
  isConfirmed?: boolean
  /** One of the visitor's bookings or messages, which identifies the visitor in links. */
  from: { booking: string } | { message: string }
}

/** The sender's contact details, and links to their other bookings and messages. */
export function Contact({ email, phone, subject, others, isConfirmed, from }: ContactProps) {
  const dial = phone ? telLink(phone) : null
  return (
    <div className={`${layout.close} ${css.contact}`}>
      {email && (
        <p>
          <a href={mailtoLink(email, subject)}>{email}</a>
        </p>
      )}
      {phone && <p className={layout.numbers}>{dial ? <a href={dial}>{phone}</a> : phone}</p>}
      {isConfirmed && <p className={layout.tiny}>Email address confirmed through the link in our email.</p>}
      {others.bookings + others.messages > 0 && (
        <p className={layout.tiny}>
          Also from this email address:{' '}
          <Link to="/person" search={from}>
            {[
              others.bookings && countWithNoun(others.bookings, 'booking'),
              others.messages && countWithNoun(others.messages, 'message'),
            ]
              .filter(Boolean)
              .join(', ')}
          </Link>
        </p>
      )}
    </div>
  )
}

/** Returns a `mailto:` link with a subject, escaped for URLs. */
export const mailtoLink = (address: string, subject: string): string =>
  `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${encodeURIComponent(subject)}`

/** Returns a `tel:` link for a visitor's phone number, or null if the number has fewer than three digits. */
export function telLink(phone: string): string | null {
  const [number = ''] = phone.split(/ext|x|;|,|\//i)
  const digits = number.replace(/\D/g, '')
  return digits.length < 3 ? null : `tel:${/^\D*\+/.test(number) ? '+' : ''}${digits}`
}

/** Shows a visitor's text as plain text with line breaks. */
export const QuotedText = ({ text }: { text: string }) => <blockquote className={css.words}>{text}</blockquote>

export const ReadOnlyNotice = ({ isUnknown = false }: { isUnknown?: boolean }) => (
  <p className={layout.tiny}>
    {isUnknown
      ? 'This page is out of date and does not recognize this status. Reload the page.'
      : 'Viewers can read everything here but cannot change anything.'}
  </p>
)
