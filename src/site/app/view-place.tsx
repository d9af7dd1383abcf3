import { Activity, memo, useInsertionEffect } from 'react'
import { createStore, useStore } from '#site/lib/store.ts'
import { CrashScreen } from './crash-screen.tsx'
import css from './view-change.module.css'
import type { Shown } from './views.ts'

/** The view that was asked for, until it is shown. */
const coming = createStore<Shown | null>(null)

/** A view is shown by then, drawn or not: drawing ahead waits for whatever else there is to draw. */
const patienceMs = 1000

/**
 * Draws a view out of sight, in pieces between which the page answers: to show it is then a short task. Resolves with what
 * is to be shown.
 */
export const drawAhead = (view: Shown): Promise<Shown> =>
  new Promise((resolve) => {
    const next = { ...view, onDrawn: () => resolve(next) }
    coming.set(next)
    setTimeout(next.onDrawn, patienceMs)
  })

/** Puts away what was drawn out of sight, once it is no longer wanted. */
export const forgetDrawn = (): void => coming.set(null)

/** The view that is shown and, out of sight, the one that will take its place. */
export function ViewPlace({ shown }: { shown: Shown }) {
  const next = useStore(coming)
  const all = next && next.view !== shown.view ? [shown, next] : [shown]
  return all.map((one) =>
    one.onDrawn ? (
      <Activity key={one.view} mode={one === shown ? 'visible' : 'hidden'}>
        <View {...one} />
      </Activity>
    ) : (
      // That of the served HTML has no boundary of its own, so that it hydrates with the page.
      <View key={one.view} {...one} />
    ),
  )
}

/** Drawn again only for another view: its late parts may not have come yet, and would be taken away. */
const View = memo(function View({ view, Screen, onDrawn }: Shown) {
  // Other effects wait until what they belong to is in sight.
  useInsertionEffect(() => onDrawn?.(), [onDrawn])
  return (
    <CrashScreen view={view}>
      <div className={css.rule} />
      <main id="content" className={onDrawn && css.later}>
        <Screen />
      </main>
    </CrashScreen>
  )
})
