import { Link } from '@tanstack/react-router'
import pieces from '#desk/lib/pieces.module.css'
import { longDay, timeOfDay } from '#desk/lib/times.ts'
import { bookingStatusWords, inquiryWords, messageStatusWords, sourceWords } from '#desk/lib/words.ts'
import type { VisitorRecord } from '#shared/contract/desk-records.ts'
import { isolateBidi } from '#shared/lib/display-text.ts'
import layout from '#ui/layout.module.css'
import css from './person.module.css'

export function VisitorHistory({ person }: { person: VisitorRecord }) {
  const days = Map.groupBy(historyEntriesOf(person), ({ at }) => longDay(new Date(at)))
  return [...days].map(([day, items]) => (
    <section key={day} className={`${pieces.listed} ${css.day}`}>
      <h2 className={css.head}>{day}</h2>
      <ol className={css.items}>
        {items.map((item) => (
          <li key={`${item.kind} ${item.id ?? item.at}`} className={`${css.item} ${css[item.kind]}`}>
            <time className={css.time} dateTime={item.at}>
              {timeOfDay(new Date(item.at))}
            </time>
            <span>
              <Title item={item} /> <span className={layout.note}>{item.more}</span>
            </span>
          </li>
        ))}
      </ol>
    </section>
  ))
}

function Title({ item: { kind, id, title } }: { item: VisitorHistoryEntry }) {
  if (!id) return title
  return kind === 'booking' ? (
    <Link to="/bookings" search={{ item: id }}>
      {title}
    </Link>
  ) : (
    <Link to="/messages" search={{ item: id }}>
      {title}
    </Link>
  )
}

/** One entry in the history. An entry for a booking or message has a link. */
interface VisitorHistoryEntry {
  at: string
  kind: 'booking' | 'message' | 'download' | 'visit'
  title: string
  more: string
  id: string | null
}

function historyEntriesOf({ bookings, messages, downloads, visits }: VisitorRecord): VisitorHistoryEntry[] {
  return [
    ...bookings.map((row) => ({
      at: row.created_at,
      kind: 'booking' as const,
      title: 'Requested a call',
      more: bookingStatusWords[row.status],
      id: row.id,
    })),
    ...messages.map((row) => ({
      at: row.created_at,
      kind: 'message' as const,
      title: `Wrote about ${inquiryWords[row.inquiry_type]}`,
      more: messageStatusWords[row.status],
      id: row.id,
    })),
    ...downloads.map(({ at, pack }) => ({
      at,
      kind: 'download' as const,
      title: 'Downloaded a pack',
      more: pack,
      id: null,
    })),
    ...visits.map((visit) => ({
      at: visit.at,
      kind: 'visit' as const,
      title: `Visited ${visit.first_view ?? 'the site'}`,
      more: [
        sourceWords(visit.source),
        visit.campaign && isolateBidi(visit.campaign),
        `${visit.views} ${visit.views === 1 ? 'view' : 'views'}`,
      ]
        .filter(Boolean)
        .join(' · '),
      id: null,
    })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
