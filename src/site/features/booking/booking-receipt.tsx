import { calendarEvent, receipt } from '#content/booking-receipt.ts'
import { calendarFile, googleCalendarLink } from '#shared/lib/calendar-file.ts'
import { Icon } from '#ui/icon.tsx'
import css from './booking-receipt.module.css'
import type { SentBooking } from './types.ts'

/** What was asked for and what happens now; stays until the visitor dismisses it. */
export function BookingReceipt({ sent, onDismiss }: { sent: SentBooking; onDismiss: () => void }) {
  const reference = sent.id.slice(0, 8).toUpperCase()
  const event = {
    id: sent.id,
    title: calendarEvent.title,
    description: calendarEvent.description(reference),
    start: sent.start,
    minutes: 30,
  }
  const time = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' }).format(sent.start)
  const file = `data:text/calendar;charset=utf-8,${encodeURIComponent(calendarFile(event))}`

  return (
    <aside className={css.receipt} aria-labelledby="receipt-title">
      <div className={css.head}>
        <h2 className={css.title} id="receipt-title">
          {receipt.title}
        </h2>
        <button type="button" className={css.dismiss} onClick={onDismiss}>
          <Icon name="close" />
          {receipt.dismiss}
        </button>
      </div>
      <dl className={css.facts}>
        <dt>{receipt.time}</dt>
        <dd>{receipt.when(time, sent.zone)}</dd>
        <dt>{receipt.reference}</dt>
        <dd>{reference}</dd>
      </dl>
      <p className={css.calendars}>
        <a href={file} download={calendarEvent.fileName}>
          {receipt.addToCalendar}
        </a>
        <a href={googleCalendarLink(event)} target="_blank" rel="noreferrer">
          {receipt.googleCalendar}
        </a>
      </p>
      <h3 className={css.nextTitle}>{receipt.nextTitle}</h3>
      <ol className={css.next}>
        {receipt.next.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </aside>
  )
}
