import { memo, useEffect } from 'react'
import { navigation as words } from '#content/navigation.ts'
import { views } from '#content/views.ts'
import { Boundary, deferPart } from '#site/lib/lazy-part.tsx'
import { NavigationContext } from '#site/lib/navigation.tsx'
import layout from '#ui/layout.module.css'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { CrashNotice, CrashSafePage, LoadFailure, MissedNotice } from './notices.tsx'
import { SkipLink } from './page-frame.tsx'
import { IdleBookingBar, Receipt, SkipToReceipt } from './receipt-and-bar.tsx'
import { type LoadedView, useViews } from './use-views.ts'
import css from './view-change.module.css'

const dialogsId = 'dialogs'
const dialogs = deferPart(
  dialogsId,
  async () => (await import('#site/features/booking/booking-dialog.tsx')).BookingDialog,
)
/**
 * This element is constant: if it were recreated on each render, React would remove its HTML before its script loads.
 */
const constantDialogs = (
  <div id={dialogsId}>
    <CrashSafePage id={dialogsId}>
      <dialogs.Part />
    </CrashSafePage>
  </div>
)

interface AppProps {
  /** The view in the served HTML. */
  first: LoadedView
  /** Called once after hydration. */
  onReady?: () => void
}

/**
 * Keeps only the current view as state: re-rendering a screen before its lazy parts have loaded would make React
 * remove their HTML. Components subscribe to all other changes themselves.
 */
export function App({ first, onReady }: AppProps) {
  const { shown, navigation } = useViews(first)

  useEffect(() => onReady?.(), [onReady])

  return (
    <>
      <NavigationContext value={navigation}>
        <SkipLink target="content">{words.skip}</SkipLink>
        <SkipToReceipt />
        <Header back={views[shown.view].back} />
        <Receipt />
        <View key={shown.view} {...shown} />
        <Footer />
        {shown.view === 'home' && <IdleBookingBar />}
        <MissedNotice />
        <LoadFailure />
      </NavigationContext>
      {constantDialogs}
    </>
  )
}

/** Memoized, because re-rendering a screen before its lazy parts have loaded would remove their HTML. */
const View = memo(function View({ view, Screen }: LoadedView) {
  const fallback = () => (
    <main id="content">
      <CrashNotice />
    </main>
  )
  return (
    <Boundary place={view} fallback={fallback}>
      <div className={`${layout.unprinted} ${css.rule}`} />
      <main id="content">
        <Screen />
      </main>
    </Boundary>
  )
})
