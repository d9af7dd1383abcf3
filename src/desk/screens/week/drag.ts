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
export function dragFrom(down: PointerEvent, on: Dragging): void {
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
