import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { usePeople } from '#desk/lib/people.ts'
import pieces from '#desk/lib/pieces.module.css'
import { pressedBy, recordKeys } from '#desk/lib/shortcuts.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { WhenOnline } from '#desk/lib/when-online.tsx'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import layout from '#ui/layout.module.css'
import { tell } from '#ui/toast.tsx'
import { withdrawTimes } from './api.ts'
import { OfferForm } from './offer-form.tsx'

interface OfferTimesProps {
  record: BookingRecord
  minutes: number
  mayWork: boolean
}

/** Times to choose from instead of one that is imposed: what is offered now, or the way to offer some. */
export function OfferTimes({ record: { booking, offered }, minutes, mayWork }: OfferTimesProps) {
  const { actor: nameOf } = usePeople()
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const withdraw = useMutation({
    mutationFn: () => withdrawTimes(booking.id),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['bookings'] }),
  })
  // The notice outlives the open record, so what fails is told by another notice.
  const takeBack = () =>
    void withdraw.mutateAsync().then(
      () => tell('The times are free again.'),
      (error) => tell(`Not taken back. ${inWords(error)}`, { isAlert: true }),
    )
  const [first] = offered
  const canOffer = mayWork && booking.email !== null && ['new', 'confirmed'].includes(booking.status)
  return (
    <>
      {first && (
        <div className={`${layout.tight} ${layout.small}`}>
          <p>Offered, and held until {dayAndTime(new Date(first.until))}:</p>
          <ul className={pieces.bounded}>
            {offered.map(({ start, host }) => (
              <li key={start} className={pieces.listed}>
                {dayAndTime(new Date(start))}, {nameOf(host)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {canOffer && (
        <div className={layout.row}>
          <WhenOnline>
            <Button
              size="small"
              {...pressedBy(recordKeys.offer, 'Offer times')}
              onClick={() => setOpen(true)}
            >
              {first ? 'Offer others' : 'Offer times'}
            </Button>
            {first && (
              <Button size="small" disabled={withdraw.isPending} onClick={takeBack}>
                Take them back
              </Button>
            )}
          </WhenOnline>
        </div>
      )}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        size="wide"
        title="Offer times"
        description="They choose one on their page by one press, and the call is confirmed. Until then, for a day at most, the times are held."
      >
        <OfferForm booking={booking} minutes={minutes} onClose={() => setOpen(false)} onUndo={takeBack} />
      </Dialog>
    </>
  )
}
