import { useEffect } from 'react'
import { navigation as words } from '#content/navigation.ts'
import { views } from '#content/views.ts'
import { later } from '#site/lib/later.tsx'
import { NavigationContext } from '#site/lib/navigation.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LateBar } from './late-bar.tsx'
import { LoadFailure } from './load-failure.tsx'
import { MissedNotice } from './missed-notice.tsx'
import { SkipLink } from './skip-link.tsx'
import { StandingReceipt, ToReceipt } from './standing-receipt.tsx'
import { useViews } from './use-views.ts'
import { ViewPlace } from './view-place.tsx'
import type { Shown } from './views.ts'

/** The same element at each rendering: another one would make React remove its HTML before its script has come. */
const dialogs = later('dialogs', async () => (await import('./dialogs.tsx')).Dialogs)
const standingDialogs = <dialogs.Part />

interface AppProps {
  /** The view in the served HTML. */
  first: Shown
  /** Called once, after hydration. */
  onReady?: () => void
}

/**
 * Its only state is the current view: rendering a screen again before its lazy parts have loaded would make React
 * remove their HTML. Components therefore subscribe to other changes themselves.
 */
export function App({ first, onReady }: AppProps) {
  const { shown, navigation } = useViews(first)

  useEffect(() => onReady?.(), [onReady])

  return (
    <>
      <NavigationContext value={navigation}>
        <SkipLink target="content">{words.skip}</SkipLink>
        <ToReceipt />
        <Header back={views[shown.view].back} />
        <StandingReceipt />
        <ViewPlace key={shown.view} {...shown} />
        <Footer />
        <LateBar />
        <MissedNotice />
        <LoadFailure />
      </NavigationContext>
      {standingDialogs}
    </>
  )
}
