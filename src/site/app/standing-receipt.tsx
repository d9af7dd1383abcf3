import { navigation as words } from '#content/navigation.ts'
import { bookingState, dismissReceipt } from '#site/features/booking/state.ts'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { useStore } from '#site/lib/store.ts'
import { unseen } from '#ui/unseen.ts'
import { ReceiptInShort } from './receipt-in-short.tsx'
import { SkipLink } from './skip-link.tsx'
import { focusHeading } from './use-views.ts'

/** Fetched by the time of a booking, so that it needs no connection. */
const receipt = async () => (await import('#site/features/booking/booking-receipt.tsx')).BookingReceipt

/** The receipt of a booking, until it is dismissed; a short version if its part cannot be loaded. */
export function StandingReceipt() {
  const { sent } = useStore(bookingState)
  return (
    sent && (
      <LazyPart
        name="booking-receipt"
        load={receipt}
        props={{ sent, onDismiss: leaveReceipt }}
        failed={() => <ReceiptInShort sent={sent} onDismiss={leaveReceipt} />}
      />
    )
  )
}

/** A link to the receipt and its announcement, at the beginning of the page. */
export function ToReceipt() {
  const { phase, sent } = useStore(bookingState)
  return (
    <>
      {sent && <SkipLink target="receipt">{words.skipToReceipt}</SkipLink>}
      {/* The rest of the page is inert while a dialog is open, so live regions are announced only after it has closed. */}
      <p className={unseen} role="status">
        {sent && phase.name !== 'success' && words.receiptStands}
      </p>
    </>
  )
}

function leaveReceipt() {
  dismissReceipt()
  focusHeading()
}
