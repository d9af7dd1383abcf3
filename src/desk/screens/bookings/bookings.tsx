import { Inbox } from '#desk/features/inbox/inbox.tsx'
import type { Column } from '#desk/features/inbox/table.tsx'
import { challengeWords, teamSizeWords } from '#desk/lib/words.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { Blank } from '#ui/blank.tsx'
import { buttonLook } from '#ui/button.tsx'
import { BookingRecord } from './booking-record.tsx'
import { CallTime } from './call-time.tsx'
import { Owed } from './owed.tsx'
import { bookingOffer, bookingSource } from './store.ts'

const columns: Column<BookingRow>[] = [
  { id: 'clock', title: 'Due', sort: 'due_at', cell: (booking) => <Owed booking={booking} /> },
  { id: 'call', title: 'Call', sort: 'call_at', cell: (booking) => <CallTime booking={booking} /> },
  {
    id: 'wants',
    title: 'About',
    cell: (booking) =>
      `${challengeWords[booking.current_challenges]}, ${teamSizeWords[booking.team_size].toLowerCase()}`,
  },
]

/** The calls that visitors asked for. */
export const Screen = () => (
  <Inbox
    title="Bookings"
    one="booking"
    store={bookingSource}
    offer={bookingOffer}
    columns={columns}
    firstRun={
      <Blank
        title="No booking yet."
        text="When a visitor asks for a call, it appears here by itself. Nothing has to be reloaded."
      >
        <a href="/" className={buttonLook()}>
          See the public site
        </a>
      </Blank>
    }
    record={(item) => <BookingRecord key={item.id} item={item} />}
  />
)
