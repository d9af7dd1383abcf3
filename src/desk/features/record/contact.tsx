import { Link } from '@tanstack/react-router'
import { counted } from '#desk/lib/words.ts'
import layout from '#ui/layout.module.css'
import { dialOf, letterTo } from './links.ts'
import css from './record.module.css'

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
