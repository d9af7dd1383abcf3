import type { KeyboardEvent } from 'react'
import { calendarEvent, receipt } from '#content/booking-receipt.ts'
import { calendarFile, googleCalendarLink } from '#shared/lib/calendar-file.ts'
import { Icon } from '#ui/icon.tsx'
import css from './booking-receipt.module.css'
import type { SentBooking } from './types.ts'

/**
 * What was requested and what happens next. It is in the page's flow above the view, so that it covers nothing, and
 * stays until the visitor dismisses it.
 */
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
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onDismiss()
  }

  return (
    <aside className={css.receipt} id="receipt" aria-labelledby="receipt-title" onKeyDown={onKeyDown}>
      <div className={css.inner}>
        <div className={css.head}>
          <h2 className={css.title} id="receipt-title">
            {receipt.title}
          </h2>
          <p className={css.state}>{receipt.state}</p>
        </div>
        <dl className={css.facts}>
          <dt>{receipt.time}</dt>
          <dd>{receipt.when(time, sent.zone)}</dd>
          <dt>{receipt.reference}</dt>
          <dd>{reference}</dd>
        </dl>
        <div className={css.ways}>
          {sent.page === null ? (
            <p>{receipt.page.byLetter}</p>
          ) : (
            <a className={css.page} href={sent.page}>
              {receipt.page.link}
            </a>
          )}
          <p className={css.calendars}>
            <span>{receipt.hold}</span>
            <a href={file} download={calendarEvent.fileName}>
              {receipt.calendars.file}
            </a>
            <a href={googleCalendarLink(event)} target="_blank" rel="noreferrer">
              {receipt.calendars.google}
            </a>
          </p>
          <details className={css.next}>
            <summary>{receipt.nextTitle}</summary>
            <ol>
              {receipt.next.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </details>
        </div>
        <button type="button" className={css.dismiss} onClick={onDismiss}>
          <Icon name="close" />
          {receipt.dismiss}
        </button>
      </div>
    </aside>
  )
}
