import type { BookingRecord, MessageRecord } from '#shared/contract/desk-records.ts'
import type { WeekOfCalls } from '#shared/contract/desk-week.ts'
import type { DeskResponses } from './sample-responses.ts'
import { booking, hoursAgo, me, message, otherMember, sampleId } from './samples.ts'

const hidden = {
  fill_seconds: 94,
  budget_note: null,
  session_id: sampleId(900),
  landing_page: '/?view=services',
  referrer: 'https://www.linkedin.com/',
  mailbox: null,
}

export function bookingRecord(row = booking(1), change: Partial<BookingRecord['booking']> = {}): BookingRecord {
  return {
    booking: {
      ...row,
      ...hidden,
      phone: '+27 21 555 0100',
      picked: false,
      message: 'Two proposals are late, and one customer asks every morning.\n\nCould we talk about the larger one?',
      monthly_revenue: '$40,000',
      ...change,
    },
    replies: [],
    emails: [],
    notes: [{ id: sampleId(801), at: hoursAgo(1), author: otherMember.id, body: 'Asked Lena who knows them.' }],
    timeline: [
      { at: row.created_at, actor: null, action: 'received', details: {} },
      { at: hoursAgo(1.5), actor: me.id, action: 'booking_assigned', details: { from: null, to: me.id } },
      { at: hoursAgo(1), actor: otherMember.id, action: 'noted', details: { note: sampleId(801) } },
    ],
    others: { bookings: 1, messages: 2 },
  }
}

export function messageRecord(row = message(1), change: Partial<MessageRecord['message']> = {}): MessageRecord {
  return {
    message: {
      ...row,
      ...hidden,
      message:
        'We need a quality check before a go-live in six weeks: 40 users, three integrations.\n\nWhat would you need from us?',
      ...change,
    },
    replies: [],
    emails: [],
    notes: [],
    timeline: [{ at: row.created_at, actor: null, action: 'received', details: {} }],
    others: { bookings: 0, messages: 0 },
  }
}

export const week: WeekOfCalls = {
  time_zone: 'Africa/Johannesburg',
  currency: 'EUR',
  opens: '09:00:00',
  closes: '17:00:00',
  work_days: [1, 2, 3, 4, 5],
  call_minutes: 30,
  monday: '2026-11-23',
  capacity: 5,
  taken: 3,
  days_off: [{ day: '2026-11-27', note: 'Day of the team' }],
  hosts: [],
  from: '2026-11-22T22:00:00+00:00',
  until: '2026-11-29T22:00:00+00:00',
}

export const listed = <Row>(rows: Row[]) => ({ rows, total: rows.length, is_near: false, elsewhere: null })

/** A list of bookings, and the other responses that the list's screen needs. */
export const bookingList = (rows: ReturnType<typeof booking>[]): DeskResponses => ({
  'rpc/list_bookings': listed(rows),
  'rpc/booking_counts': { all: rows.length, open: 3, overdue: 1, waiting: 2, confirmed: 1, 'spam?': 1, 'follow-up': 2 },
  'rpc/booking_sources': ['linkedin', 'direct', 'site'],
  strategy_call_bookings: rows,
  'rpc/week_of_calls': week,
  'rpc/hosts_for_call': [],
  'rpc/available_times': {
    zone: week.time_zone,
    call_minutes: week.call_minutes,
    confirms_at_once: false,
    from_day: '2026-11-24',
    until_day: '2027-01-23',
    // All of these times except the first are during the day in New York.
    times: [25, 26, 30].flatMap((day) => ['08', '13', '14'].map((hour) => `2026-11-${day}T${hour}:00:00Z`)),
  },
})

export const messageList = (rows: ReturnType<typeof message>[]): DeskResponses => ({
  'rpc/list_messages': listed(rows),
  'rpc/message_counts': { all: rows.length, open: 2, overdue: 1, waiting: 1, 'spam?': 1, new: 2 },
  'rpc/message_sources': ['direct', 'partner-newsletter'],
  contact_messages: rows,
})
