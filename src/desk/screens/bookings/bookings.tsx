import { useState } from 'react'
import { Inbox } from '#desk/features/inbox/inbox.tsx'
import type { Column } from '#desk/features/inbox/table.tsx'
import { mayWork, useMe } from '#desk/lib/door.ts'
import { pressedBy, useShortcut } from '#desk/lib/shortcuts.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { challengeWords, teamSizeWords } from '#desk/lib/words.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { Blank } from '#ui/blank.tsx'
import { Button, buttonLook } from '#ui/button.tsx'
import { Owed } from './after-call.tsx'
import { BookingRecord } from './booking-record.tsx'
import { CallTime } from './call-time.tsx'
import { PhoneBooking } from './phone-booking.tsx'
import { bookingOffer, bookingSource } from './store.ts'

const columns: Column<BookingRow>[] = [
  { id: 'clock', title: 'Due', sort: 'due_at', cell: (booking) => <Owed booking={booking} /> },
  { id: 'call', title: 'Call', sort: 'call_at', cell: (booking) => <CallTime booking={booking} /> },
  {
    id: 'wants',
    title: 'About',
    cell: ({ current_challenges: challenge, team_size: size }) =>
      [challenge && challengeWords[challenge], size && teamSizeWords[size].toLowerCase()]
        .filter(Boolean)
        .join(', '),
  },
]

export function Screen() {
  const isWorker = mayWork(useMe())
  const [isAdding, setAdding] = useState(false)
  useShortcut('n', () => setAdding(true), isWorker)
  return (
    <>
      <Inbox
        title="Bookings"
        one="booking"
        store={bookingSource}
        offer={bookingOffer}
        columns={columns}
        actions={
          isWorker && (
            <WhenOnline>
              <Button size="small" {...pressedBy('n', 'New booking')} onClick={() => setAdding(true)}>
                New booking
              </Button>
            </WhenOnline>
          )
        }
        firstRun={
          <Blank
            title="No bookings yet"
            text="When a visitor requests a call, it appears here automatically."
          >
            <a href="/" className={buttonLook()}>
              Open the public site
            </a>
          </Blank>
        }
        record={(item) => <BookingRecord key={item.id} item={item} />}
      />
      <PhoneBooking isOpen={isAdding} onClose={() => setAdding(false)} />
    </>
  )
}
