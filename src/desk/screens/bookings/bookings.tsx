import { useState } from 'react'
import { Inbox } from '#desk/features/inbox/inbox.tsx'
import type { ListColumn } from '#desk/features/inbox/table.tsx'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { shortcutProps, useShortcut } from '#desk/lib/shortcuts.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import { challengeWords, teamSizeWords } from '#desk/lib/words.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { NextDue } from './after-call.tsx'
import { BookingRecord } from './booking-record.tsx'
import { CallTime } from './call-time.tsx'
import { PhoneBookingDialog } from './phone-booking.tsx'
import { bookingFilters, bookingSource } from './store.ts'

const columns: ListColumn<BookingListRow>[] = [
  { id: 'clock', title: 'Due', sort: 'due_at', cell: (booking) => <NextDue booking={booking} /> },
  { id: 'call', title: 'Call', sort: 'call_at', cell: (booking) => <CallTime booking={booking} /> },
  {
    id: 'wants',
    title: 'About',
    cell: ({ current_challenges: challenge, team_size: size }) =>
      [challenge && challengeWords[challenge], size && teamSizeWords[size].toLowerCase()].filter(Boolean).join(', '),
  },
]

export function Screen() {
  const isWorker = mayEdit(useMe())
  const [isAdding, setAdding] = useState(false)
  useShortcut('n', () => setAdding(true), isWorker)
  return (
    <>
      <Inbox
        title="Bookings"
        one="booking"
        store={bookingSource}
        offer={bookingFilters}
        columns={columns}
        actions={
          isWorker && (
            <WhenOnline>
              <Button size="small" {...shortcutProps('n', 'New booking')} onClick={() => setAdding(true)}>
                New booking
              </Button>
            </WhenOnline>
          )
        }
        firstRun={
          <EmptyState
            title="No bookings yet"
            text="When a visitor requests a call, the request appears here automatically."
          >
            <a href="/" className={buttonClass()}>
              Open the public site
            </a>
          </EmptyState>
        }
        record={(item) => <BookingRecord key={item.id} item={item} />}
      />
      <PhoneBookingDialog isOpen={isAdding} onOpen={setAdding} />
    </>
  )
}
