import type { MouseEvent, ReactNode } from 'react'
import { Button } from '#ui/button.tsx'
import type { Place } from './types.ts'

interface BookCallButtonProps {
  place: Place
  look?: 'signal' | 'plain'
  size?: 'normal' | 'small'
  /** Runs before the dialog opens. */
  onPress?: () => void
  children: ReactNode
}

export const bookingDialogId = 'booking'

const places = new WeakMap<Element, Place>()
let pressed: Element | undefined

/** Where the dialog was opened from last, also when that was before this program ran. */
export function openedFrom(): Place | 'unknown' {
  const button = pressed ?? window.boot?.opener
  return (button && places.get(button)) ?? 'unknown'
}

/**
 * Opens the booking dialog. The opening is the browser's own (an invoker command), so it works before
 * and without script; browsers that do not know commands yet get the same by a click handler.
 */
export function BookCallButton({
  place,
  onPress,
  look = 'signal',
  size = 'normal',
  children,
}: BookCallButtonProps) {
  return (
    <Button
      ref={(button) => {
        if (button) places.set(button, place)
      }}
      look={look}
      size={size}
      command="show-modal"
      commandfor={bookingDialogId}
      onClick={(event) => {
        onPress?.()
        open(event)
      }}
    >
      {children}
    </Button>
  )
}

function open(event: MouseEvent) {
  pressed = event.currentTarget
  if ('command' in HTMLButtonElement.prototype) return
  const dialog = document.getElementById(bookingDialogId)
  if (dialog instanceof HTMLDialogElement && !dialog.open) dialog.showModal()
  event.preventDefault()
}
