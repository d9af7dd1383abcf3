import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useNames } from '#desk/lib/people.ts'
import type { BookingRow } from '#shared/contract/desk-rows.ts'
import { hourCycleOf, shortDay } from '#shared/lib/local-time.ts'
import type { PlacedCall, Shown } from './place.ts'
import { afterKey, hostAt, instantOf, type Spot, spotOf, stateAt, wallOf, within } from './spots.ts'

/** A place that is looked at: for a call that is moved, or for one that is to be planned. */
export interface Aim {
  spot: Spot
  minutes: number
  /** Null: a free time is looked for. */
  call: BookingRow | null
}

/** Moving calls and planning new ones in the week, with a pointer and by keys. Both end in a question, never in a change. */
export function usePlanning(shown: Shown, hourPx: number) {
  const grid = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const nameOf = useNames()
  const [aim, setAim] = useState<Aim | null>(null)
  const [planned, setPlanned] = useState<Spot | null>(null)

  const words = ({ spot, minutes, call }: Aim) => {
    const host = shown.lanes[spot.lane]
    const whose = host ? (host.id === null ? 'nobody' : nameOf(host.id)) : ''
    const parts = [
      `${shortDay(wallOf(spot, shown), hourCycleOf())}, ${wallOf(spot, shown).slice(11, 16)}`,
      whose,
      stateAt(spot, minutes, call, shown),
    ]
    return parts.filter(Boolean).join(', ')
  }

  /** On a phone the days lie one below the other, without a ruler: then there are none, and no point stands for a time. */
  const columns = () => {
    const all = [...(grid.current?.querySelectorAll('[data-column]') ?? [])]
    return all.map((column) => column.getBoundingClientRect()).filter(({ width }) => width > 0)
  }

  /** Where in the week a point of the screen lies; `grab` is how far below the start of the call it was taken. */
  const spotAt = (x: number, y: number, grab = 0): Spot | null => {
    const boxes = columns()
    const day = boxes.findIndex((box) => x >= box.left && x < box.right)
    const box = boxes[day]
    // In a strip a call has no hour: let go there, it stays where it is.
    if (!box || y < box.top || y > box.bottom) return null
    const lane = Math.floor(((x - box.left) / box.width) * Math.max(1, shown.lanes.length))
    const row = Math.max(0, (y - grab - box.top) / hourPx)
    const minutes = ((shown.hours[Math.floor(row)] ?? 24) + (row % 1)) * 60
    return within({ day, lane, minutes }, shown)
  }

  /** The call's own dialog asks, with time and host filled in, and says what speaks against them. */
  const ask = (call: BookingRow, from: Spot, to: Spot) => {
    setAim(null)
    if (from.day === to.day && from.lane === to.lane && from.minutes === to.minutes) return
    const host = hostAt(to, shown)
    void navigate({
      to: '/bookings',
      search: {
        item: call.id,
        plan: instantOf(to, shown).toISOString(),
        ...(host !== undefined && { host }),
      },
    })
  }

  return {
    grid,
    aim,
    planned,
    words,
    spotAt,
    plan: setPlanned,
    look: (spot: Spot | null) => setAim(spot && { spot, minutes: shown.week.call_minutes, call: null }),
    /** Follows the pointer that was pressed on a call. */
    drag: (placed: PlacedCall, day: number, down: PointerEvent, top: number) => {
      const { call, minutes } = placed
      const from = spotOf(placed, day, shown)
      if (columns().length === 0) return
      const grab = down.clientY - top
      dragFrom(down, {
        onOver: (x, y) => {
          const spot = spotAt(x, y, grab)
          setAim(spot && { spot, minutes, call })
        },
        onDrop: (x, y) => {
          const spot = spotAt(x, y, grab)
          if (spot) ask(call, from, spot)
          else setAim(null)
        },
        onLeave: () => setAim(null),
      })
    },
    /** Begins to move a call by keys, or asks where it is put. */
    press: (placed: PlacedCall, day: number) => {
      const from = spotOf(placed, day, shown)
      if (aim?.call?.id === placed.call.id) ask(placed.call, from, aim.spot)
      else setAim({ spot: within(from, shown), minutes: placed.minutes, call: placed.call })
    },
    leave: () => setAim(null),
    /** True if the key moved what is looked at, or left it. */
    key: (key: string): boolean => {
      if (!aim) return false
      if (key === 'Escape') setAim(null)
      const spot = afterKey(key, aim.spot, shown)
      if (spot) setAim({ ...aim, spot })
      return key === 'Escape' || spot !== null
    },
  }
}
export type Planning = ReturnType<typeof usePlanning>

interface Dragging {
  onOver: (x: number, y: number) => void
  onDrop: (x: number, y: number) => void
  /** Let go without a place: Escape, or the system took the pointer. */
  onLeave: () => void
}

const slackPx = 6
/** With a finger a short press opens and a swipe scrolls, so dragging begins after a rest. */
const longPressMs = 450

/** Follows a pointer from where it was pressed; until it has moved, or has rested there as a finger, nothing begins. */
function dragFrom(down: PointerEvent, on: Dragging): void {
  const over = new AbortController()
  const { signal } = over
  const isTouch = down.pointerType === 'touch'
  let isDragging = false
  const start = () => {
    isDragging = true
    on.onOver(down.clientX, down.clientY)
  }
  const rest = isTouch ? setTimeout(start, longPressMs) : undefined
  const end = () => {
    clearTimeout(rest)
    over.abort()
  }
  const leave = () => {
    end()
    if (isDragging) on.onLeave()
  }
  const isOurs = (event: PointerEvent) => event.pointerId === down.pointerId

  addEventListener(
    'pointermove',
    (event) => {
      if (!isOurs(event)) return
      const far = Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > slackPx
      if (!isDragging && far) {
        if (isTouch) return leave()
        start()
      }
      if (isDragging) on.onOver(event.clientX, event.clientY)
    },
    { signal },
  )
  addEventListener(
    'pointerup',
    (event) => {
      if (!isOurs(event)) return
      end()
      if (!isDragging) return
      swallowClick()
      on.onDrop(event.clientX, event.clientY)
    },
    { signal },
  )
  addEventListener('pointercancel', (event) => isOurs(event) && leave(), { signal })
  addEventListener('keydown', (event) => event.key === 'Escape' && leave(), { signal })
  // A page that may scroll takes the finger away, unless its moves are refused before.
  addEventListener('touchmove', (event) => isDragging && event.preventDefault(), { signal, passive: false })
  addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), { signal })
}

/** What was dragged is a link, and letting go of it is no click. */
function swallowClick(): void {
  const refuse = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', refuse, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', refuse, { capture: true }))
}
