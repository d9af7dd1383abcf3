import { useEffect, useState } from 'react'
import { callBar } from '#content/strategy-call.ts'
import { BookCallButton, bookingDialogId } from './book-call.tsx'
import css from './booking-bar.module.css'

/** A bar at the bottom of small screens, shown while no other booking button is visible. */
export function BookingBar() {
  const [isNear, setNear] = useState(true)
  useEffect(() => observeCallButtons(setNear), [])
  return (
    <aside className={isNear ? css.bar : `${css.bar} ${css.shown}`} aria-label={callBar.name}>
      <p className={css.offer}>{callBar.offer}</p>
      <BookCallButton place="bar" label="short" size="small" />
    </aside>
  )
}

/** Reports whether a booking button of the view or the footer is in or near the viewport. */
function observeCallButtons(tell: (isNear: boolean) => void): () => void {
  const near = new Set<Element>()
  const sight = new IntersectionObserver(
    (changes) => {
      for (const { isIntersecting, target } of changes) near[isIntersecting ? 'add' : 'delete'](target)
      tell(near.size > 0)
    },
    { rootMargin: '0px 0px 25%' },
  )
  const watched = new Set<Element>()
  const watch = () => {
    const openers = new Set(document.querySelectorAll(`:is(main, footer) [commandfor=${bookingDialogId}]`))
    for (const opener of watched) {
      if (openers.has(opener)) continue
      sight.unobserve(opener)
      watched.delete(opener)
      near.delete(opener)
    }
    for (const opener of openers) {
      if (!watched.has(opener)) sight.observe(opener)
      watched.add(opener)
    }
  }
  // Changing the view replaces the buttons.
  const changes = new MutationObserver(watch)
  changes.observe(document.body, { childList: true, subtree: true })
  watch()
  return () => {
    changes.disconnect()
    sight.disconnect()
  }
}
