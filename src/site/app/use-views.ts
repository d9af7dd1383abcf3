import { type ComponentType, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { addEdits, type Edits } from '#content/tree.ts'
import { isViewId, type ViewId, views } from '#content/views.ts'
import { editsElement } from '#shared/lib/edits-script.ts'
import { bookingState } from '#site/features/booking/state.ts'
import { isNewerReleaseLive, isOutdated } from '#site/lib/api.ts'
import type { DeferredPart } from '#site/lib/lazy-part.tsx'
import { type Navigation, type NavigationTrigger, prefersReducedMotion, viewHref } from '#site/lib/navigation.tsx'
import { createStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'
import { hasUnsavedWork } from '#site/lib/unsaved-work.ts'
import { applyDisplayFont } from './display-font.ts'

/** Every screen module exports one component without props. */
export interface ScreenModule {
  readonly Screen: ComponentType
  /**
   * Parts that hydrate later. If the page already has the HTML of these parts, the parts' chunks can load after the
   * screen's chunk.
   */
  readonly laters?: readonly Pick<DeferredPart<never>, 'fetch'>[]
}

export interface LoadedView {
  readonly view: ViewId
  readonly Screen: ComponentType
}

/** Each screen is a separate chunk that is loaded when the screen is first shown. */
const loaders: Record<ViewId, () => Promise<ScreenModule>> = {
  home: () => import('#site/screens/home/home.tsx'),
  services: () => import('#site/screens/services/services.tsx'),
  partner360: () => import('#site/screens/partner360/partner360.tsx'),
  'success-kit': () => import('#site/screens/success-kit/success-kit.tsx'),
  'delivery-frameworks': () => import('#site/screens/delivery-frameworks/delivery-frameworks.tsx'),
  'qa-checklists': () => import('#site/screens/qa-checklists/qa-checklists.tsx'),
  about: () => import('#site/screens/about/about.tsx'),
  contact: () => import('#site/screens/contact/contact.tsx'),
  'roi-calculator': () => import('#site/screens/roi-calculator/roi-calculator.tsx'),
}

let loading: Promise<void> | null = null

/**
 * Loads the edits of the other views, which the page's HTML does not contain, once and before another view is shown.
 * Rejects if they cannot be loaded; the next call tries again.
 */
function loadOtherEdits(): Promise<void> | null {
  const path = import.meta.env.SSR ? undefined : document.getElementById(editsElement)?.dataset.more
  if (path) loading ??= fetchEdits(path)
  return loading
}

async function fetchEdits(path: string): Promise<void> {
  try {
    const response = await fetch(path)
    if (!response.ok) throw new Error(`edits: ${response.status}`)
    addEdits((await response.json()) as Edits)
  } catch (error) {
    loading = null
    throw error
  }
}

/** Loads a view's screen; a failed import can be retried. `isStanding`: the page already has the screen's HTML. */
export async function loadScreen(view: ViewId, isStanding = false): Promise<ComponentType> {
  if (!isStanding) await loadOtherEdits()
  const { Screen, laters = [] } = await loaders[view]()
  if (!isStanding) await Promise.all(laters.map((piece) => piece.fetch()))
  return Screen
}

/**
 * A view that cannot be shown: it failed to load ('lost'), or loading it as a page would lose the visitor's input
 * ('unsafe').
 */
export interface MissingView {
  readonly view: ViewId
  readonly why: 'lost' | 'unsafe'
}

/** The last requested view, if it cannot be shown. */
export const missingView = createStore<MissingView | null>(null)

/** The state of a history entry: its view and the previous view. */
interface ViewHistoryState {
  readonly view: ViewId
  readonly from: ViewId | null
}

/** 'push' adds a history entry. 'stay' adds no entry, because the browser has already moved through the history. */
type HistoryStep = 'push' | 'stay'

function readHistoryState(): ViewHistoryState | null {
  const state: unknown = history.state
  return state && typeof state === 'object' && 'view' in state && isViewId(state.view)
    ? (state as ViewHistoryState)
    : null
}

/** True if the browser loaded this page after Back or Forward. */
function isHistoryNavigation(): boolean {
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival instanceof PerformanceNavigationTiming && arrival.type === 'back_forward'
}

const loadViewPage = (view: ViewId, step: HistoryStep) =>
  location[step === 'push' ? 'assign' : 'replace'](viewHref(view))

/**
 * Manages the current view. Navigation adds history entries with the path `/`, so that Back and Forward switch views.
 */
export function useViews(first: LoadedView) {
  const [shown, setShown] = useState(first)
  /** The last request. The results of earlier requests are ignored, even for the same view. */
  const wanted = useRef({ view: first.view })

  /** The back link sets this to 'back', because the link also moves through the history. */
  const stepping = useRef<NavigationTrigger>('history')

  const show = async (view: ViewId, trigger: NavigationTrigger, step: HistoryStep) => {
    const from = shown.view
    const mine = { view }
    wanted.current = mine
    try {
      // A new release may have changed the view, so it is loaded as a page unless the visitor's input would be lost.
      if (isOutdated() && !bookingState.get().sent && !hasUnsavedWork()) return loadViewPage(view, step)
      const next = { view, Screen: await loadScreen(view) }
      // The visitor requested another view while this one was loading.
      if (wanted.current !== mine) return
      if (step === 'push') history.pushState({ view, from } satisfies ViewHistoryState, '', '/')
      if (view !== from) track('navigation', { from, to: view, trigger })
      transitionView(() => {
        missingView.set(null)
        // Re-rendering the current view before its lazy parts have loaded would remove their HTML.
        setShown((now) => (now.view === view ? now : next))
      })
    } catch (cause) {
      track('error', { code: 'view_not_loaded', place: view, cause })
      const isRenewed = await isNewerReleaseLive()
      if (wanted.current !== mine) return
      const isAtRisk = hasUnsavedWork()
      // Loads the page only if a new release may have removed the file, or if the visitor retries while online.
      // Otherwise, the page load could fail too, and the visitor would lose this page.
      if ((isRenewed || (trigger === 'retry' && navigator.onLine)) && !isAtRisk) loadViewPage(view, step)
      else missingView.set({ view, why: isAtRisk && isRenewed ? 'unsafe' : 'lost' })
    }
  }

  const navigate = (view: ViewId, trigger: NavigationTrigger = 'content') => {
    if (view === shown.view) {
      wanted.current = { view }
      return focusTop()
    }
    void show(view, trigger, 'push')
  }

  const onPopState = useEffectEvent(() => {
    const view = readHistoryState()?.view
    const trigger = stepping.current
    stepping.current = 'history'
    if (view) return void show(view, trigger, 'stay')
    // Following an anchor inside the view creates a history entry without state.
    history.replaceState({ view: shown.view, from: null } satisfies ViewHistoryState, '')
  })

  const begin = useEffectEvent(() => {
    // If the visitor returns with the Back button from another site or release, the page is loaded again, but the
    // history entry still names the view.
    const last = isHistoryNavigation() ? readHistoryState() : null
    if (last && last.view !== first.view) void show(last.view, 'history', 'stay')
    else history.replaceState({ view: first.view, from: null } satisfies ViewHistoryState, '')
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
      if (readHistoryState()?.from !== view) return navigate(view, 'back')
      stepping.current = 'back'
      history.back()
    },
    prepare: (view) => void loadScreen(view).catch(() => {}),
    openRoiCalculator: () => navigate('roi-calculator'),
  }
  return { shown, navigation }
}

/** After a view change, does what a page load would do: sets the title, scrolls, moves the focus and closes dialogs. */
function useViewChange(view: ViewId) {
  const last = useRef(view)
  // Runs before the new view is painted, so that the focus moves at once.
  useLayoutEffect(() => {
    if (last.current === view) return
    last.current = view
    document.title = views[view].title
    track('page_view', { view, title: document.title })
    applyDisplayFont()
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
    focusTop()
  }, [view])
}

function focusTop() {
  scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' })
  focusHeading()
}

export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/**
 * Replaces the view, with a view transition if the browser supports it and the visitor does not prefer reduced motion.
 * The browser skips an unfinished transition. We start the transition ourselves, because React would also start one for
 * every part that loads later.
 */
function transitionView(put: () => void): void {
  const show = () => flushSync(put)
  const change = prefersReducedMotion() ? undefined : document.startViewTransition?.(show)
  if (!change) show()
  // Both promises reject when the next transition or a resize interrupts this one; the view is shown anyway.
  change?.finished.catch(() => {})
  change?.ready.catch(() => {})
}
