import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useMemberNames } from '#desk/lib/team-members.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import type { BookingListRow } from '#shared/contract/desk-rows.ts'
import { availabilityAt, hostAt, instantOf, nearestSlot, slotAfterKey, slotOf, type WeekSlot } from './slots.ts'
import type { PositionedCall, WeekLayout } from './week-layout.ts'

/** The slot that the user is considering for a moved or planned call. */
export interface PlanningTarget {
  spot: WeekSlot
  minutes: number
  /** The call to move; null while planning a new call. */
  call: BookingListRow | null
}

/** Moves and plans calls in the week, by pointer or keyboard. Moving or planning a call only opens a dialog. */
export function usePlanning(shown: WeekLayout, hourPx: number) {
  const grid = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  const nameOf = useMemberNames()
  const [aim, setAim] = useState<PlanningTarget | null>(null)
  const [planned, setPlanned] = useState<WeekSlot | null>(null)

  const words = ({ spot, minutes, call }: PlanningTarget) => {
    const host = shown.lanes[spot.lane]
    const whose = host ? (host.id === null ? 'unassigned' : nameOf(host.id)) : ''
    const parts = [
      dayAndTime(instantOf(spot, shown), shown.week.time_zone),
      whose,
      availabilityAt(spot, minutes, call, shown),
    ]
    return parts.filter(Boolean).join(', ')
  }

  /** Empty on a phone, where the days are a list and no position corresponds to a time. */
  const columns = () => {
    const all = [...(grid.current?.querySelectorAll('[data-column]') ?? [])]
    return all.map((column) => column.getBoundingClientRect()).filter(({ width }) => width > 0)
  }

  /** Returns the slot at a point on the screen. `grab` is the distance from the call's start to the pointer. */
  const spotAt = (x: number, y: number, grab = 0): WeekSlot | null => {
    const boxes = columns()
    const day = boxes.findIndex((box) => x >= box.left && x < box.right)
    const box = boxes[day]
    // A strip has no times, so a call that is dropped on it does not move.
    if (!box || y < box.top || y > box.bottom) return null
    const lane = Math.floor(((x - box.left) / box.width) * Math.max(1, shown.lanes.length))
    const row = Math.max(0, (y - grab - box.top) / hourPx)
    const minutes = ((shown.hours[Math.floor(row)] ?? 24) + (row % 1)) * 60
    return nearestSlot({ day, lane, minutes }, shown)
  }

  /** Opens the call's dialog with this time and host. The dialog shows any conflict. */
  const ask = (call: BookingListRow, from: WeekSlot, to: WeekSlot) => {
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
    look: (spot: WeekSlot | null) => setAim(spot && { spot, minutes: shown.week.call_minutes, call: null }),
    drag: (placed: PositionedCall, day: number, down: PointerEvent, top: number) => {
      const { call, minutes } = placed
      const from = slotOf(placed, day, shown)
      if (columns().length === 0) return
      const grab = down.clientY - top
      trackDrag(down, {
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
    /** Starts moving a call by keyboard. Opens the call's dialog if the call is already being moved. */
    press: (placed: PositionedCall, day: number) => {
      const from = slotOf(placed, day, shown)
      if (aim?.call?.id === placed.call.id) ask(placed.call, from, aim.spot)
      else setAim({ spot: nearestSlot(from, shown), minutes: placed.minutes, call: placed.call })
    },
    leave: () => setAim(null),
    /** Returns true if the key moved the slot or cancelled the move. */
    key: (key: string): boolean => {
      if (!aim) return false
      if (key === 'Escape') setAim(null)
      const spot = slotAfterKey(key, aim.spot, shown)
      if (spot) setAim({ ...aim, spot })
      return key === 'Escape' || spot !== null
    },
  }
}
export type Planning = ReturnType<typeof usePlanning>

interface DragHandlers {
  onOver: (x: number, y: number) => void
  onDrop: (x: number, y: number) => void
  /** Called if Escape or the system cancels the drag. */
  onLeave: () => void
}

const slackPx = 6
/** On touch screens, a tap opens a call and a swipe scrolls, so dragging starts after a long press. */
const longPressMs = 450

/**
 * Tracks the pointer while it is pressed. Dragging starts once the mouse has moved or the finger has stayed in place.
 */
function trackDrag(down: PointerEvent, on: DragHandlers): void {
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
  // Without this listener, the browser would scroll and cancel the drag.
  addEventListener('touchmove', (event) => isDragging && event.preventDefault(), { signal, passive: false })
  addEventListener('contextmenu', (event) => isTouch && event.preventDefault(), { signal })
}

/** The dragged element is a link. Dropping the element must not open the link. */
function swallowClick(): void {
  const refuse = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener('click', refuse, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', refuse, { capture: true }))
}
