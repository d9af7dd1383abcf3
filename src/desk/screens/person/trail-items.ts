import { bookingStatusWords, inquiryWords, messageStatusWords, sourceWords } from '#desk/lib/words.ts'
import type { PersonRecord } from '#shared/contract/desk-records.ts'
import { isolate } from '#shared/lib/isolate.ts'

/** One thing that a person did; bookings and messages have a link. */
export interface TrailItem {
  at: string
  kind: 'booking' | 'message' | 'download' | 'visit'
  title: string
  more: string
  id: string | null
}

/** All that one person did, newest first. */
export function trailOf({ bookings, messages, downloads, visits }: PersonRecord): TrailItem[] {
  return [
    ...bookings.map((row) => ({
      at: row.created_at,
      kind: 'booking' as const,
      title: 'Asked for a call',
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
      title: 'Took a pack',
      more: pack,
      id: null,
    })),
    ...visits.map((visit) => ({
      at: visit.at,
      kind: 'visit' as const,
      title: `Came to ${visit.first_view ?? 'the site'}`,
      more: [
        sourceWords(visit.source),
        visit.campaign && isolate(visit.campaign),
        `${visit.views} ${visit.views === 1 ? 'view' : 'views'}`,
      ]
        .filter(Boolean)
        .join(' · '),
      id: null,
    })),
  ].toSorted((one, other) => Date.parse(other.at) - Date.parse(one.at))
}
