import { Link } from '@tanstack/react-router'
import { counted } from '#desk/lib/counted.ts'
import { dialOf, letterTo } from './links.ts'
import css from './record.module.css'

interface ContactProps {
  email: string
  phone?: string
  /** Of the letter that a press begins. */
  subject: string
  others: { bookings: number; messages: number }
  /** Whose row this is, for everything of theirs. */
  from: { booking: string } | { message: string }
}

/** How to reach them, and what else of theirs is here. */
export function Contact({ email, phone, subject, others, from }: ContactProps) {
  const dial = phone === undefined ? null : dialOf(phone)
  return (
    <div className={css.contact}>
      <p>
        <a href={letterTo(email, subject)}>{email}</a>
      </p>
      {phone !== undefined && <p className={css.phone}>{dial ? <a href={dial}>{phone}</a> : phone}</p>}
      {others.bookings + others.messages > 0 && (
        <p className={css.soft}>
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
