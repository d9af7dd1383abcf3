import type { KeyboardEvent } from 'react'
import { hostWords } from '#content/available-times.ts'
import { calendarEvent, nextSteps, receipt } from '#content/booking-receipt.ts'
import { brand } from '#content/brand.ts'
import { ownDataLink } from '#content/documents.ts'
import { googleCalendarLink, writeCalendarFile } from '#shared/lib/calendar-file.ts'
import { formatLongTime, formatShortTime, formatWallClock, hourCycleOf } from '#shared/lib/local-time.ts'
import { describeZone, isTimeZone } from '#shared/lib/time-zone.ts'
import { projectUrl, publicUrl } from '#site/lib/api.ts'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import css from './booking-receipt.module.css'
import type { SentBooking } from './state.ts'

/** The request and the next steps, in the page's flow above the view, so that the receipt does not cover the view. */
export function BookingReceipt({ sent, onDismiss }: { sent: SentBooking; onDismiss: () => void }) {
  const reference = sent.id.slice(0, 8).toUpperCase()
  const { title, state, link, hold, steps } = receiptTexts(sent)
  const zone = isTimeZone(sent.zone) ? sent.zone : undefined
  const event = {
    id: sent.id,
    title: calendarEvent.title,
    description: calendarEvent.description(reference, receipt.length(sent.minutes)),
    start: sent.start,
    minutes: sent.minutes,
  }
  const time = formatLongTime(formatWallClock(sent.start, zone), hourCycleOf())
  const file = `data:text/calendar;charset=utf-8,${encodeURIComponent(writeCalendarFile(event, brand.name, publicUrl()))}`
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') onDismiss()
  }

  return (
    <aside
      className={`${layout.unprinted} ${css.receipt}`}
      id="receipt"
      aria-labelledby="receipt-title"
      onKeyDown={onKeyDown}
    >
      <div className={`${layout.page} ${css.inner}`}>
        <div className={layout.tight}>
          <h2 className={layout.title} id="receipt-title">
            {title}
          </h2>
          <p className={layout.soft}>{state}</p>
          {sent.next.length > 0 && (
            <ul className={`${layout.row} ${css.free}`}>
              {sent.next.map((free) => (
                <li key={free}>{formatShortTime(formatWallClock(new Date(free), zone), hourCycleOf())}</li>
              ))}
            </ul>
          )}
        </div>
        <dl className={css.facts}>
          <dt>{receipt.time}</dt>
          <dd>{receipt.when(time, zone === undefined ? sent.zone : describeZone(zone, sent.start))}</dd>
          {sent.caller !== null && (
            <>
              <dt>{hostWords.label}</dt>
              <dd>{sent.caller}</dd>
            </>
          )}
          <dt>{receipt.reference}</dt>
          <dd>{reference}</dd>
        </dl>
        <div className={`${layout.left} ${css.ways}`}>
          {sent.page !== null && (
            <a className={css.page} href={sent.page}>
              {link}
            </a>
          )}
          {/* If the site uses another Supabase project, we do not know whether that project sends emails. */}
          {sent.page === null && !projectUrl() && <p>{receipt.page.byLetter}</p>}
          {sent.outcome !== 'taken' && (
            <p className={`${layout.row} ${css.calendars}`}>
              <span>{hold}</span>
              <a href={file} download={calendarEvent.fileName}>
                {receipt.calendars.file}
              </a>
              <a href={googleCalendarLink(event)} target="_blank" rel="noreferrer">
                {receipt.calendars.google}
              </a>
            </p>
          )}
          <details className={css.next}>
            <summary>{receipt.nextTitle}</summary>
            <ol>
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
            <a href={ownDataLink.href}>{ownDataLink.label}</a>
          </details>
        </div>
        <button type="button" className={`${layout.inline} ${css.dismiss}`} onClick={onDismiss}>
          <Icon name="close" />
          {receipt.dismiss}
        </button>
      </div>
    </aside>
  )
}

/** The receipt's wording for each state of a selected slot. */
function receiptTexts({ minutes, outcome, next }: SentBooking) {
  const [first = '', ...later] = nextSteps(receipt.length(minutes))
  const request = {
    title: receipt.title,
    state: receipt.state,
    link: receipt.page.link,
    hold: receipt.hold,
    steps: [first, ...later],
  }
  const { taken } = receipt.outcomes
  switch (outcome) {
    case 'requested':
      return request
    case 'held':
    case 'available':
    case 'unpicked':
      return { ...request, ...receipt.outcomes[outcome] }
    case 'taken':
      return {
        ...request,
        state: next.length > 0 ? taken.state : taken.alone,
        link: taken.link,
        steps: [taken.next, ...later],
      }
  }
}
