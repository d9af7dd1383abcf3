import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { OpenItem } from '#desk/features/inbox/inbox.tsx'
import { OpenRecord } from '#desk/features/record/open-record.tsx'
import { useWish } from '#desk/features/record/use-wish.ts'
import { mayWork, useMe } from '#desk/lib/door.ts'
import { type BookingStatus, bookingMoves } from '#shared/contract/desk.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { bookingRecord } from './api.ts'
import { BookingDetails } from './booking-details.tsx'
import { CallDialog } from './call-dialog.tsx'

const canConfirm = (status: BookingStatus) =>
  (bookingMoves[status] as readonly BookingStatus[]).includes('confirmed')

/** One booking, all of it, and what can be done with it. */
export function BookingRecord({ item }: { item: OpenItem<BookingRow> }) {
  const isWorker = mayWork(useMe())
  const query = useQuery(bookingRecord(item.id))
  const [isConfirming, setConfirming] = useState(false)
  // As it was when the dialog opened: if it is another by now, the database shall say so.
  const [seen, setSeen] = useState<BookingRow | null>(null)
  const note = useRef<HTMLTextAreaElement>(null)
  const choice = useRef<HTMLSelectElement>(null)
  const booking = query.data?.booking
  const confirm = (now: BookingRow) => {
    setSeen(now)
    setConfirming(true)
  }
  useWish(item, booking !== undefined, {
    act: () => isWorker && booking && canConfirm(booking.status) && confirm(booking),
    note: () => note.current?.focus(),
    assign: () => choice.current?.focus(),
  })
  return (
    <OpenRecord one="booking" query={query} head={booking ?? item.row} onClose={item.onClose}>
      {(record) => (
        <>
          <BookingDetails
            record={record}
            mayWork={isWorker}
            onConfirm={() => confirm(record.booking)}
            note={note}
            choice={choice}
          />
          {seen && <CallDialog isOpen={isConfirming} booking={seen} onClose={() => setConfirming(false)} />}
        </>
      )}
    </OpenRecord>
  )
}
