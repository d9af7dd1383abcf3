import { useRef } from 'react'
import { whoInWords } from '#desk/lib/words.ts'
import type { BookingRecord } from '#shared/contract/desk-records.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { Dialog } from '#ui/dialog.tsx'
import { CallForm, type Planned } from './call-form.tsx'

interface CallDialogProps {
  isOpen: boolean
  /** The booking as the user saw it when the dialog opened. */
  booking: BookingRow
  /** How it stands now. */
  record: BookingRecord
  planned?: Planned | undefined
  onClose: () => void
}

/** Asks for the time of a call; its state is reset each time it opens. */
export function CallDialog({ isOpen, booking, record, planned, onClose }: CallDialogProps) {
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="wide"
      first={first}
      title={booking.status === 'new' ? 'Confirm the call' : 'Another time'}
      description={whoInWords(booking)}
    >
      <CallForm booking={booking} record={record} planned={planned} first={first} onClose={onClose} />
    </Dialog>
  )
}
