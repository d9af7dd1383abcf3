import { useEffect, useState } from 'react'
import { navigation as words } from '#content/navigation.ts'
import { bookingState, dismissReceipt } from '#site/features/booking/state.ts'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { useStore } from '#site/lib/store.ts'
import { whenIdle } from '#site/lib/timing.ts'
import { Button } from '#ui/button.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { Notice } from './notices.tsx'
import { SkipLink } from './page-frame.tsx'
import { focusHeading } from './use-views.ts'

const bar = async () => (await import('#site/features/booking/booking-bar.tsx')).BookingBar
/** Prefetched, so that the receipt can be shown even if the connection is lost. */
const receipt = async () => (await import('#site/features/booking/booking-receipt.tsx')).BookingReceipt

/**
 * The booking bar on home, shown once the browser is idle and hidden once a call is booked. Other views have a sticky
 * header.
 */
export function IdleBookingBar() {
  const { sent } = useStore(bookingState)
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return isIdle && !sent && <LazyPart name="booking-bar" load={bar} props={{}} failed={() => null} />
}

/** A booking's receipt, shown until the visitor dismisses it. */
export function Receipt() {
  const { sent } = useStore(bookingState)
  return (
    sent && (
      <LazyPart
        name="booking-receipt"
        load={receipt}
        props={{ sent, onDismiss: closeReceipt }}
        failed={() => <ShortReceipt id={sent.id} />}
      />
    )
  )
}

/** The fallback if the receipt's chunk fails to load: a confirmation with the request's reference. */
function ShortReceipt({ id }: { id: string }) {
  const { title, text, dismiss } = words.receiptInShort
  return (
    <Notice title={title} text={text(id.slice(0, 8).toUpperCase())} floating>
      <Button size="small" onClick={closeReceipt}>
        {dismiss}
      </Button>
    </Notice>
  )
}

/** A skip link to the receipt, and an announcement of the receipt. */
export function SkipToReceipt() {
  const { phase, sent } = useStore(bookingState)
  return (
    <>
      {sent && <SkipLink target="receipt">{words.skipToReceipt}</SkipLink>}
      {/* The page is inert while a dialog is open, so this live region changes only after the dialog has closed. */}
      <p className={visuallyHidden} role="status">
        {sent && phase.name !== 'success' && words.receiptStands}
      </p>
    </>
  )
}

function closeReceipt() {
  dismissReceipt()
  focusHeading()
}
