import { rate } from '#desk/features/charts/chart-labels.ts'
import type { Column } from '#desk/features/charts/data-table.tsx'

interface Outcome {
  sessions: number
  bookings: number
  confirmed: number
  held: number
}

/** From visits to calls: the last columns of whatever visits are counted by. */
export const conversion: readonly Column<Outcome>[] = [
  { key: 'sessions', label: 'Visits', read: ({ sessions }) => sessions },
  { key: 'bookings', label: 'Bookings', read: ({ bookings }) => bookings },
  { key: 'confirmed', label: 'Confirmed', read: ({ confirmed }) => confirmed },
  { key: 'held', label: 'Held', read: ({ held }) => held },
  {
    key: 'conversion',
    label: 'Conversion',
    read: ({ bookings, sessions }) => (sessions === 0 ? null : bookings / sessions),
    write: ({ bookings, sessions }) => rate(bookings, sessions),
    bar: 'signal',
  },
]
