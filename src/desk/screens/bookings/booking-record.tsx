import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OpenItem } from '#desk/features/inbox/inbox.tsx'
import { OpenRecord } from '#desk/features/record/open-record.tsx'
import { mayWork, useMe } from '#desk/lib/door.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { bookingRecord } from './api.ts'
import { BookingDetails } from './booking-details.tsx'
import { CallDialog } from './call-dialog.tsx'

/** One booking, all of it, and what can be done with it. */
export function BookingRecord({ item }: { item: OpenItem<BookingRow> }) {
  const isWorker = mayWork(useMe())
  const query = useQuery(bookingRecord(item.id))
  const [isConfirming, setConfirming] = useState(false)
  // The state when the dialog opened, so that the database detects a conflict.
  const [seen, setSeen] = useState<BookingRow | null>(null)
  const booking = query.data?.booking
  const confirm = (now: BookingRow) => {
    setSeen(now)
    setConfirming(true)
  }
  return (
    <OpenRecord one="booking" query={query} head={booking ?? item.row} item={item}>
      {(record) => (
        <>
          <BookingDetails record={record} mayWork={isWorker} onConfirm={() => confirm(record.booking)} />
          {seen && <CallDialog isOpen={isConfirming} booking={seen} onClose={() => setConfirming(false)} />}
        </>
      )}
    </OpenRecord>
  )
}
