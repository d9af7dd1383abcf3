import type { MouseEvent, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'

interface BookCallButtonProps {
  look?: 'signal' | 'plain'
  size?: 'normal' | 'small'
  children: ReactNode
}

export const bookingDialogId = 'booking'

/**
 * Opens the booking dialog. The opening is the browser's own (an invoker command), so it works before
 * and without script; browsers that do not know commands yet get the same by a click handler.
 */
export function BookCallButton({ look = 'signal', size = 'normal', children }: BookCallButtonProps) {
  return (
    <Button
      look={look}
      size={size}
      command="show-modal"
      commandfor={bookingDialogId}
      onClick={openWithoutCommands}
    >
      {children}
    </Button>
  )
}

function openWithoutCommands(event: MouseEvent) {
  if ('command' in HTMLButtonElement.prototype) return
  const dialog = document.getElementById(bookingDialogId)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  event.preventDefault()
}
