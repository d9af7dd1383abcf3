import type { InboxSource } from '#desk/features/inbox/list-request.ts'
import type { ToolbarOptions } from '#desk/features/inbox/toolbar.tsx'
import type { RecordRef } from '#desk/features/record/api.ts'
import { bookingStatusWords, companyOrName } from '#desk/lib/words.ts'
import { bookingStatuses } from '#shared/contract/desk.ts'
import { type BookingListRow, bookingListRowSchema } from '#shared/contract/desk-rows.ts'

export const bookingSource: InboxSource<BookingListRow> = {
  name: 'bookings',
  table: 'strategy_call_bookings',
  row: bookingListRowSchema,
  views: [
    { status: undefined, label: 'All' },
    { status: 'open', label: 'Open' },
    { status: 'overdue', label: 'Overdue' },
    { status: 'waiting', label: 'Waiting' },
    { status: 'confirmed', label: 'Confirmed' },
    { status: 'follow-up', label: 'Follow-ups' },
    { status: 'spam?', label: 'Suspected spam' },
  ],
  countsCall: 'booking_counts',
  sourcesCall: 'booking_sources',
}

export const bookingRef = (booking: Pick<BookingListRow, 'id' | 'name' | 'company'>): RecordRef => ({
  name: 'bookings',
  table: 'strategy_call_bookings',
  id: booking.id,
  who: companyOrName(booking),
})

export const bookingFilters: ToolbarOptions = {
  search: 'Name, company, phone, text or reference',
  statuses: [
    { value: 'follow-up', label: 'Follow-ups' },
    ...bookingStatuses.map((value) => ({ value, label: bookingStatusWords[value] })),
  ],
  week: { label: 'Week of the call', past: 12, coming: 12 },
  sorts: [
    { value: 'created_at true', label: 'Newest first' },
    { value: 'created_at false', label: 'Oldest first' },
    { value: 'call_at false', label: 'Earliest call first' },
    { value: 'call_at true', label: 'Latest call first' },
    { value: 'name false', label: 'Name' },
    { value: 'company false', label: 'Company' },
    { value: 'status false', label: 'Status' },
    { value: 'source false', label: 'Source' },
  ],
}
