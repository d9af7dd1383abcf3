import { lazy, Suspense, useEffect } from 'react'
import { booking as bookingWords } from '#content/booking.ts'
import { navigation as words } from '#content/navigation.ts'
import { views } from '#content/views.ts'
import { BookingDialog } from '#site/features/booking/booking-dialog.tsx'
import { bookingForm } from '#site/features/booking/state.ts'
import { NavigationContext } from '#site/lib/navigation.ts'
import { useStore } from '#site/lib/store.ts'
import css from './app.module.css'
import { CrashScreen } from './crash-screen.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LoadFailure } from './load-failure.tsx'
import { MissedFailure } from './missed-failure.tsx'
import { SkipLink } from './skip-link.tsx'
import { focusHeading, type Shown, useViews } from './use-views.ts'

/** Needed only after a booking, so fetched only then. */
const BookingReceipt = lazy(() =>
  import('#site/features/booking/booking-receipt.tsx').then((room) => ({ default: room.BookingReceipt })),
)

interface AppProps {
  /** The view of the HTML that was served. */
  first: Shown
  /** Called once, when the page answers by itself. */
  onReady?: () => void
}

export function App({ first, onReady }: AppProps) {
  const { shown, missing, navigation } = useViews(first)
  const { phase, sent } = useStore(bookingForm.state)
  const { view, Screen } = shown

  const dismissReceipt = () => {
    bookingForm.dismiss()
    focusHeading()
  }

  useEffect(() => onReady?.(), [onReady])

  return (
    <NavigationContext value={navigation}>
      <SkipLink target="content">{words.skip}</SkipLink>
      {sent && <SkipLink target="receipt">{words.skipToReceipt}</SkipLink>}
      {/* Beneath an open dialog nothing is heard: only when it has closed is there something to say. */}
      <p className={css.heard} role="status">
        {sent && phase.name !== 'success' && bookingWords.confirmation.receipt}
      </p>
      <Header back={views[view].back} />
      {sent && (
        <Suspense>
          <BookingReceipt sent={sent} onDismiss={dismissReceipt} />
        </Suspense>
      )}
      <CrashScreen key={view} view={view}>
        <main id="content">
          <Screen />
        </main>
        <BookingDialog />
      </CrashScreen>
      <Footer />
      <MissedFailure />
      {missing && <LoadFailure onRetry={() => navigation.navigate(missing, 'retry')} />}
    </NavigationContext>
  )
}
