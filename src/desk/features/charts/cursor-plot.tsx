import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useState } from 'react'
import css from './drawings.module.css'

interface CursorPlotProps {
  cursor: ReturnType<typeof useCursor>
  label: string
  count: number
  /** Describes one position in a sentence. */
  say: (index: number) => string
  ref?: Ref<HTMLDivElement>
  /** The drawing; screen readers read the sentences instead. */
  children: ReactNode
}

/**
 * A chart whose values can be read one at a time. It is a slider, because screen readers announce a slider's value
 * after each key press even without a live region. @see https://www.w3.org/WAI/ARIA/apg/patterns/slider/
 */
export function CursorPlot({ cursor, label, count, say, ref, children }: CursorPlotProps) {
  return (
    <div
      {...cursor.handlers}
      ref={ref}
      className={css.plot}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={count}
      aria-valuenow={cursor.nearest + 1}
      aria-valuetext={say(cursor.nearest)}
    >
      {children}
    </div>
  )
}

/** Returns the cursor's position after a key press, or null if the key does not move the cursor. */
export function moveCursor(key: string, at: number, count: number, leap: number): number | null {
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
 * A cursor that the user moves from position to position with arrow keys, mouse or touch; `at` is null if no
 * position is selected. Positions span the width, except the first `inset` pixels.
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
    /** The cursor's position, or the position where the keyboard would start. */
    nearest: at ?? last,
    handlers: {
      onFocus: () => setFocused(true),
      onBlur: () => {
        setFocused(false)
        setPointed(null)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const next = moveCursor(event.key, at ?? last, count, leap)
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
