import type { Column } from '#desk/features/charts/data-table.tsx'
import { rate } from '#desk/features/charts/numbers.ts'

/** From visits to calls: the last columns of whatever visits are counted by. */
export const conversion: readonly Column<{ sessions: number; bookings: number; held: number }>[] = [
  { key: 'sessions', label: 'Visits', read: ({ sessions }) => sessions },
  { key: 'bookings', label: 'Bookings', read: ({ bookings }) => bookings },
  { key: 'held', label: 'Held', read: ({ held }) => held },
  {
    key: 'conversion',
    label: 'Conversion',
    read: ({ bookings, sessions }) => (sessions === 0 ? null : bookings / sessions),
    write: ({ bookings, sessions }) => rate(bookings, sessions),
    bar: 'signal',
  },
]
