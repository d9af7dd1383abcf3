import { lazy, Suspense, useEffect } from 'react'
import { booking as bookingWords } from '#content/booking.ts'
import { navigation as words } from '#content/navigation.ts'
import { views } from '#content/views.ts'
import { BookingDialog } from '#site/features/booking/booking-dialog.tsx'
import { BookingContext, useBookingForm } from '#site/features/booking/use-booking.ts'
import { NavigationContext } from '#site/lib/navigation.ts'
import css from './app.module.css'
import { CrashScreen } from './crash-screen.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LoadFailure } from './load-failure.tsx'
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
  const booking = useBookingForm()
  const { view, Screen } = shown
  const { receipt, phase } = booking

  const dismissReceipt = () => {
    booking.dismissReceipt()
    focusHeading()
  }

  useEffect(() => onReady?.(), [onReady])

  return (
    <NavigationContext value={navigation}>
      <BookingContext value={booking}>
        <SkipLink target="content">{words.skip}</SkipLink>
        {receipt && <SkipLink target="receipt">{words.skipToReceipt}</SkipLink>}
        {/* Beneath an open dialog nothing is heard: only when it has closed is there something to say. */}
        <p className={css.heard} role="status">
          {receipt && phase.name !== 'success' && bookingWords.confirmation.receipt}
        </p>
        <Header back={views[view].back} />
        {receipt && (
          <Suspense>
            <BookingReceipt sent={receipt} onDismiss={dismissReceipt} />
          </Suspense>
        )}
        <CrashScreen key={view} view={view}>
          <main id="content">
            <Screen />
          </main>
          <BookingDialog />
        </CrashScreen>
        <Footer />
        {missing && <LoadFailure onRetry={() => navigation.navigate(missing, 'retry')} />}
      </BookingContext>
    </NavigationContext>
  )
}
