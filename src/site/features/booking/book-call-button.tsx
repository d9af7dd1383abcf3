import type { MouseEvent } from 'react'
import { callLabels } from '#content/strategy-call.ts'
import { Button } from '#ui/button.tsx'
import { unseen } from '#ui/unseen.ts'
import type { Place } from './types.ts'

interface BookCallButtonProps {
  place: Place
  look?: 'signal' | 'plain'
  size?: 'normal' | 'small'
  /** Runs before the dialog opens. */
  onPress?: () => void
  label?: keyof typeof callLabels
  /** What the call is about, for screen readers, where several buttons say the same. */
  about?: string
}

export const bookingDialogId = 'booking'

const places = new WeakMap<Element, Place>()
let pressed: Element | undefined

/** The last opener of the dialog, also if it was used before hydration. */
export function openedFrom(): Place | 'unknown' {
  const button = pressed ?? window.boot?.opener
  return (button && places.get(button)) ?? 'unknown'
}

/**
 * Opens the booking dialog by an invoker command, which works before hydration and without script; browsers without
 * support get the same from a click handler.
 */
export function BookCallButton({
  place,
  onPress,
  look = 'signal',
  size = 'normal',
  label = 'long',
  about,
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
      {about ? (
        <span>
          {callLabels[label]}
          <span className={unseen}> {about}</span>
        </span>
      ) : (
        callLabels[label]
      )}
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
