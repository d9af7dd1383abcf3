import { useEffect } from 'react'
import { navigation as words } from '#content/navigation.ts'
import { views } from '#content/views.ts'
import { bookingState, dismissReceipt } from '#site/features/booking/state.ts'
import { LazyPart } from '#site/lib/lazy-part.tsx'
import { missedFailures } from '#site/lib/missed-failures.ts'
import { NavigationContext } from '#site/lib/navigation.ts'
import { useStore } from '#site/lib/store.ts'
import { Notice } from '#ui/notice.tsx'
import { unseen } from '#ui/unseen.ts'
import { CrashScreen } from './crash-screen.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { loadMissedFailure, loadReceipt } from './late-parts.ts'
import { LoadFailure } from './load-failure.tsx'
import { ReceiptInShort } from './receipt-in-short.tsx'
import { SkipLink } from './skip-link.tsx'
import { focusHeading, type Shown, useViews } from './use-views.ts'

interface AppProps {
  /** The view in the served HTML. */
  first: Shown
  /** Called once, after hydration. */
  onReady?: () => void
}

export function App({ first, onReady }: AppProps) {
  const { shown, missing, navigation } = useViews(first)
  const { phase, sent } = useStore(bookingState)
  const missed = useStore(missedFailures).at(-1)
  const { view, Screen } = shown

  useEffect(() => onReady?.(), [onReady])

  return (
    <NavigationContext value={navigation}>
      <SkipLink target="content">{words.skip}</SkipLink>
      {sent && <SkipLink target="receipt">{words.skipToReceipt}</SkipLink>}
      {/* The rest of the page is inert while a dialog is open, so live regions are announced only after it has closed. */}
      <p className={unseen} role="status">
        {sent && phase.name !== 'success' && words.receiptStands}
      </p>
      <Header back={views[view].back} />
      {sent && (
        <LazyPart
          name="booking-receipt"
          load={receiptPart}
          props={{ sent, onDismiss: leaveReceipt }}
          failed={() => <ReceiptInShort sent={sent} onDismiss={leaveReceipt} />}
        />
      )}
      <CrashScreen key={view} view={view}>
        <main id="content">
          <Screen />
        </main>
      </CrashScreen>
      <Footer />
      {missed && (
        <LazyPart
          name="missed-failure"
          load={missedPart}
          props={{ missed }}
          failed={() => <Notice title={missed.says} text={words.loadFailed.text} floating />}
        />
      )}
      {missing && (
        <LoadFailure failure={missing} onRetry={() => navigation.navigate(missing.view, 'retry')} />
      )}
    </NavigationContext>
  )
}

const missedPart = async () => (await loadMissedFailure()).MissedFailure
const receiptPart = async () => (await loadReceipt()).BookingReceipt

function leaveReceipt() {
  dismissReceipt()
  focusHeading()
}
