import { type KeyboardEvent, type PointerEvent, useState } from 'react'

/** Where a key takes the cursor among `count` places; null for keys that are none of its business. */
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
 * A cursor over places side by side, moved by arrow keys, by pointing and by touch. Null while nobody points at
 * anything. Places fill what lies between `inset` pixels on the left and the right edge.
 */
export function useCursor(count: number, inset = 0, leap = 7) {
  const [pointed, setPointed] = useState<number | null>(null)
  const [isFocused, setFocused] = useState(false)
  const last = count - 1
  // Fewer places may be there than when somebody pointed at one.
  const at = pointed === null ? null : Math.min(pointed, last)

  const follow = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    const along = (event.clientX - box.left - inset) / (box.width - inset)
    setPointed(Math.min(last, Math.max(0, Math.floor(along * count))))
  }

  return {
    at,
    /** Where the cursor is, or would come in by keyboard. */
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
