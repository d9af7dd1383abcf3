import { lazy, Suspense, useEffect } from 'react'
import { views } from '#content/views.ts'
import { BookingDialog } from '#site/features/booking/booking-dialog.tsx'
import { BookingContext, useBookingForm } from '#site/features/booking/use-booking.ts'
import { NavigationContext } from '#site/lib/navigation.ts'
import { BackBar } from './back-bar.tsx'
import { CrashScreen } from './crash-screen.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LoadFailure } from './load-failure.tsx'
import { SkipLink } from './skip-link.tsx'
import { type Shown, useViews } from './use-views.ts'

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
  const { back } = views[view]

  useEffect(() => onReady?.(), [onReady])

  return (
    <NavigationContext value={navigation}>
      <BookingContext value={booking}>
        <SkipLink />
        {back ? <BackBar target={back.target} label={back.label} /> : <Header />}
        <CrashScreen key={view} view={view}>
          <main id="content">
            <Screen />
          </main>
          <BookingDialog />
        </CrashScreen>
        <Footer />
        {missing && <LoadFailure onRetry={() => navigation.navigate(missing, 'retry')} />}
        {booking.receipt && booking.phase.name !== 'success' && (
          <Suspense>
            <BookingReceipt sent={booking.receipt} onDismiss={booking.dismissReceipt} />
          </Suspense>
        )}
      </BookingContext>
    </NavigationContext>
  )
}
