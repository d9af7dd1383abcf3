import { useRef } from 'react'
import { whoInWords } from '#desk/lib/who.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { Dialog } from '#ui/dialog.tsx'
import { CallForm } from './call-form.tsx'

interface CallDialogProps {
  isOpen: boolean
  /** As it is seen by whoever chooses. */
  booking: BookingRow
  onClose: () => void
}

/** Asks for the time of a call; its state is reset each time it opens. */
export function CallDialog({ isOpen, booking, onClose }: CallDialogProps) {
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
      <CallForm booking={booking} first={first} onClose={onClose} />
    </Dialog>
  )
}
