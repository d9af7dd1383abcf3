import { Activity, memo, useInsertionEffect } from 'react'
import { createStore, useStore } from '#site/lib/store.ts'
import layout from '#ui/layout.module.css'
import { CrashScreen } from './crash-screen.tsx'
import css from './view-change.module.css'
import type { Shown } from './views.ts'

/** The requested view, until it is shown. */
const coming = createStore<Shown | null>(null)

/** A view is shown by then, rendered or not: rendering ahead waits for all other rendering. */
const patienceMs = 1000

/** Renders a view out of sight, in pieces between which the page reacts, so that showing it is a short task. */
export const drawAhead = (view: Shown): Promise<Shown> =>
  new Promise((resolve) => {
    const next = { ...view, onDrawn: () => resolve(next) }
    coming.set(next)
    setTimeout(next.onDrawn, patienceMs)
  })

export const forgetDrawn = (): void => coming.set(null)

/** The current view and, out of sight, the next one. */
export function ViewPlace({ shown }: { shown: Shown }) {
  const next = useStore(coming)
  const all = next && next.view !== shown.view ? [shown, next] : [shown]
  return all.map((one) =>
    one.onDrawn ? (
      <Activity key={one.view} mode={one === shown ? 'visible' : 'hidden'}>
        <View {...one} />
      </Activity>
    ) : (
      // The view of the served HTML has no boundary of its own, so that it hydrates with the page.
      <View key={one.view} {...one} />
    ),
  )
}

/** Memoized: rendering it again before its lazy parts have loaded would remove their HTML. */
const View = memo(function View({ view, Screen, onDrawn }: Shown) {
  // Other effects wait until their element is visible.
  useInsertionEffect(() => onDrawn?.(), [onDrawn])
  return (
    <CrashScreen view={view}>
      <div className={`${layout.unprinted} ${css.rule}`} />
      <main id="content" className={onDrawn && css.later}>
        <Screen />
      </main>
    </CrashScreen>
  )
})
