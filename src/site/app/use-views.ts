import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { isViewId, type ViewId, views } from '#content/views.ts'
import { bookingState } from '#site/features/booking/state.ts'
import { type Navigation, type Trigger, viewHref } from '#site/lib/navigation.ts'
import { isWorkAtRisk } from '#site/lib/page-loss.ts'
import { isOutdated } from '#site/lib/release.ts'
import { reducesMotion } from '#site/lib/rest.ts'
import { track } from '#site/lib/track.ts'
import { changeView } from './change-view.ts'
import { wearDisplayFont } from './display-font.ts'
import { missingView } from './missing-view.ts'
import { loadScreen, type Shown } from './views.ts'

/** The state of a history entry: its view, and the view it was reached from. */
interface Entry {
  readonly view: ViewId
  readonly from: ViewId | null
}

/** A move adds a history entry, or none because it came from the history. */
type Step = 'push' | 'stay'

function entry(): Entry | null {
  const state: unknown = history.state
  return state && typeof state === 'object' && 'view' in state && isViewId(state.view)
    ? (state as Entry)
    : null
}

/** Whether this page was loaded by Back or Forward. */
function cameByHistory(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward'
}

const load = (view: ViewId, step: Step) => location[step === 'push' ? 'assign' : 'replace'](viewHref(view))

/**
 * The state that determines the view. Moves add history entries without a path of their own, so that Back and Forward
 * step through views while the address stays `/`.
 */
export function useViews(first: Shown) {
  const [shown, setShown] = useState(first)
  /** The last request: an answer to an earlier one is ignored, even if it was for the same view. */
  const wanted = useRef({ view: first.view })

  /** The back control also moves through the history, and records here that it caused the move. */
  const stepping = useRef<Trigger>('history')

  const show = async (view: ViewId, trigger: Trigger, step: Step) => {
    const from = shown.view
    const mine = { view }
    wanted.current = mine
    try {
      // A new release may have changed the view, so it is loaded as a page, unless that would lose something.
      if (isOutdated() && !bookingState.get().sent && !isWorkAtRisk()) return load(view, step)
      const next = { view, Screen: await loadScreen(view) }
      // A view that the visitor left again while it loaded is not rendered.
      if (wanted.current !== mine) return
      if (step === 'push') history.pushState({ view, from } satisfies Entry, '', '/')
      if (view !== from) track('navigation', { from, to: view, trigger })
      changeView(() => {
        missingView.set(null)
        // Rendering the present view again before its lazy parts have loaded would remove their HTML.
        setShown((now) => (now.view === view ? now : next))
      })
    } catch (cause) {
      track('error', { code: 'view_not_loaded', place: view, cause })
      if (wanted.current !== mine) return
      const isAtRisk = isWorkAtRisk()
      // Its file may be gone with its release; a page that did not come either would be lost with this one.
      if (trigger === 'retry' && navigator.onLine && !isAtRisk) load(view, step)
      else missingView.set({ view, why: isAtRisk ? 'unsafe' : 'lost' })
    }
  }

  const navigate = (view: ViewId, trigger: Trigger = 'content') => {
    if (view === shown.view) {
      wanted.current = { view }
      return arrive()
    }
    void show(view, trigger, 'push')
  }

  const onPopState = useEffectEvent(() => {
    const view = entry()?.view
    const trigger = stepping.current
    stepping.current = 'history'
    if (view) return void show(view, trigger, 'stay')
    // A move inside the view, to the skip link's target, creates a history entry without state.
    history.replaceState({ view: shown.view, from: null } satisfies Entry, '')
  })

  const begin = useEffectEvent(() => {
    // Back from another site or another release: the page was loaded again, but its history entry still has its view.
    const last = cameByHistory() ? entry() : null
    if (last && last.view !== first.view) void show(last.view, 'history', 'stay')
    else history.replaceState({ view: first.view, from: null } satisfies Entry, '')
  })

  useEffect(() => {
    history.scrollRestoration = 'manual'
    begin()
    const pop = () => onPopState()
    addEventListener('popstate', pop)
    return () => removeEventListener('popstate', pop)
  }, [])

  useViewChange(shown.view)

  const navigation: Navigation = {
    view: shown.view,
    navigate,
    back: (view) => {
      if (entry()?.from !== view) return navigate(view, 'back')
      stepping.current = 'back'
      history.back()
    },
    prepare: (view) => void loadScreen(view).catch(() => {}),
    openRoiCalculator: () => navigate('roi-calculator'),
  }
  return { shown, navigation }
}

/** Does after a change of view what a page load would do: sets the title, scrolls, moves the focus, closes dialogs. */
function useViewChange(view: ViewId) {
  const last = useRef(view)
  // Before the new view is painted, so that the focus waits for nothing.
  useLayoutEffect(() => {
    if (last.current === view) return
    last.current = view
    document.title = views[view].title
    track('page_view', { view, title: document.title })
    wearDisplayFont()
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
    arrive()
  }, [view])
}

function arrive() {
  scrollTo({ top: 0, behavior: reducesMotion() ? 'instant' : 'smooth' })
  focusHeading()
}

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
