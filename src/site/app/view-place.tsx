import { Activity, memo, useInsertionEffect } from 'react'
import { createStore, useStore } from '#site/lib/store.ts'
import { CrashScreen } from './crash-screen.tsx'
import css from './view-change.module.css'
import type { Shown } from './views.ts'

/** The view that was asked for, until it is shown. */
const coming = createStore<(Shown & { readonly onDrawn: () => void }) | null>(null)

/**
 * Draws a view out of sight, in pieces between which the page answers: to show it is then a short task. Resolves once it
 * is drawn.
 */
export const drawAhead = (next: Shown): Promise<void> =>
  new Promise((onDrawn) => coming.set({ ...next, onDrawn }))

/** The view that is shown and, out of sight, the one that will take its place. */
export function ViewPlace({ first, shown }: { first: Shown; shown: Shown }) {
  const next = useStore(coming)
  return (
    <>
      {shown === first ? (
        // Without a boundary of its own, so that it hydrates with the page.
        <View key={shown.view} {...shown} />
      ) : (
        <Activity key={shown.view}>
          <View {...shown} isLater />
        </Activity>
      )}
      {next && next.view !== shown.view && (
        <Activity key={next.view} mode="hidden">
          <View view={next.view} Screen={next.Screen} isLater />
          <Drawn onDrawn={next.onDrawn} />
        </Activity>
      )}
    </>
  )
}

/** Drawn again only for another view: its late parts may not have come yet, and would be taken away. */
const View = memo(function View({ view, Screen, isLater }: Shown & { isLater?: true }) {
  return (
    <CrashScreen view={view}>
      <div className={css.rule} />
      <main id="content" className={isLater && css.later}>
        <Screen />
      </main>
    </CrashScreen>
  )
})

/** Tells that all before it is in the page. Its other effects would wait until it is in sight. */
function Drawn({ onDrawn }: { onDrawn: () => void }) {
  useInsertionEffect(onDrawn, [onDrawn])
  return null
}
