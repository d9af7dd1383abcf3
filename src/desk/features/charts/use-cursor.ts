import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** The position to which a key moves the cursor among `count`; null for other keys. */
export function moved(key: string, at: number, count: number, leap: number): number | null {
  const last = count - 1
  const within = (index: number) => Math.min(last, Math.max(0, index))
  if (key === 'ArrowLeft' || key === 'ArrowDown') return within(at - 1)
  if (key === 'ArrowRight' || key === 'ArrowUp') return within(at + 1)
  if (key === 'PageDown') return within(at - leap)
  if (key === 'PageUp') return within(at + leap)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return null
}

/**
 * A cursor over positions side by side, moved by arrow keys, pointer and touch. Null while there is none. Positions
 * fill the width less `inset` pixels at both edges.
 */
export function useCursor(count: number, inset = 0, leap = 7) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [isFocused, setFocused] = useState(false)
  const last = count - 1
  // There may be fewer positions now than when the cursor was set.
  const at = pointed === null ? null : Math.min(pointed, last)

  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const along = (event.clientX - box.left - inset) / (box.width - inset)
    setPointed(Math.min(last, Math.max(0, Math.floor(along * count))))
  }

  return {
    at,
    /** The cursor, or where it would start by keyboard. */
    nearest: at ?? last,
    handlers: {
      onFocus: () => setFocused(true),
      onBlur: () => {
        setFocused(false)
        setPointed(null)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const next = moved(event.key, at ?? last, count, leap)
        if (next === null) return
        event.preventDefault()
        setPointed(next)
      },
      onPointerMove: follow,
      onPointerDown: follow,
      onPointerLeave: () => {
        if (!isFocused) setPointed(null)
      },
    },
  }
}
