import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { OpenItem } from '#desk/features/inbox/inbox.tsx'
import { OpenRecord } from '#desk/features/record/open-record.tsx'
import { mayWork, useMe } from '#desk/lib/door.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { bookingRecord } from './api.ts'
import { BookingDetails } from './booking-details.tsx'
import { CallDialog } from './call-dialog.tsx'
import type { Planned } from './call-form.tsx'

const route = getRouteApi('/bookings')

/** One booking, all of it, and what can be done with it. */
export function BookingRecord({ item }: { item: OpenItem<BookingRow> }) {
  const isWorker = mayWork(useMe())
  const query = useQuery(bookingRecord(item.id))
  const [isConfirming, setConfirming] = useState(false)
  // The state when the dialog opened, so that the database detects a conflict.
  const [seen, setSeen] = useState<BookingRow | null>(null)
  const [planned, setPlanned] = useState<Planned>()
  const booking = query.data?.booking
  const confirm = (now: BookingRow, next?: Planned) => {
    setPlanned(next)
    setSeen(now)
    setConfirming(true)
  }

  // A time that was chosen in the week. It is taken out of the address, so that Back and a reload ask for nothing again.
  const { plan, host } = route.useSearch()
  const navigate = useNavigate()
  useEffect(() => {
    if (plan === undefined || booking === undefined) return
    const canConfirm = booking.status === 'new' || booking.status === 'confirmed'
    if (isWorker && canConfirm) confirm(booking, { start: plan, host })
    void navigate({
      to: '.',
      search: (now) => ({ ...now, plan: undefined, host: undefined }),
      replace: true,
      resetScroll: false,
    })
  })
  return (
    <OpenRecord one="booking" query={query} head={booking ?? item.row} item={item}>
      {(record) => (
        <>
          <BookingDetails record={record} mayWork={isWorker} onConfirm={() => confirm(record.booking)} />
          {seen && (
            <CallDialog
              isOpen={isConfirming}
              booking={seen}
              record={record}
              planned={planned}
              onClose={() => setConfirming(false)}
            />
          )}
        </>
      )}
    </OpenRecord>
  )
}
