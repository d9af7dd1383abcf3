import { type ComponentType, startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type ViewId, views } from '#content/views.ts'
import type { Navigation, Trigger } from '#site/lib/navigation.ts'
import { track } from '#site/lib/track.ts'
import { wearDisplayFont } from './display-font.ts'
import { loadScreen } from './views.ts'

/** What one history entry remembers: its view, and the view it was reached from. */
interface Entry {
  readonly view: ViewId
  readonly from: ViewId | null
}

export interface Shown {
  readonly view: ViewId
  readonly Screen: ComponentType
}

function entry(): Entry | null {
  const state: unknown = history.state
  return state && typeof state === 'object' && 'view' in state ? (state as Entry) : null
}

/**
 * The one in-memory value that says which view is shown. Moves add a history entry without a path of
 * their own, so Back and Forward step through views while the address stays `/`.
 */
export function useViews(first: Shown) {
  const [shown, setShown] = useState(first)
  const [missing, setMissing] = useState<ViewId | null>(null)
  const wanted = useRef(first.view)

  /** The back control leads through the history too, and says here that it was the one. */
  const stepping = useRef<Trigger>('history')

  const show = async (view: ViewId, trigger: Trigger, commit: () => void) => {
    wanted.current = view
    try {
      const Screen = await loadScreen(view)
      if (wanted.current !== view) return
      commit()
      if (view !== shown.view) track('navigation', { from: shown.view, to: view, trigger })
      startTransition(() => {
        setMissing(null)
        setShown({ view, Screen })
      })
    } catch {
      if (wanted.current !== view) return
      track('error', { code: 'view_not_loaded', place: view })
      setMissing(view)
    }
  }

  const navigate = (view: ViewId, trigger: Trigger = 'content') => {
    const from = shown.view
    if (view === from) return arrive()
    void show(view, trigger, () => history.pushState({ view, from } satisfies Entry, '', '/'))
  }

  const onPopState = useEffectEvent(() => {
    const view = entry()?.view
    const trigger = stepping.current
    stepping.current = 'history'
    if (view) return void show(view, trigger, () => {})
    // A move inside the view, to the skip link's target, makes an entry that remembers nothing yet.
    history.replaceState({ view: wanted.current, from: null } satisfies Entry, '')
  })

  useEffect(() => {
    history.scrollRestoration = 'manual'
    history.replaceState({ view: wanted.current, from: null } satisfies Entry, '')
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
  return { shown, missing, navigation }
}

/** After a change of view, does what a page load would have done: title, scroll, focus. */
function useViewChange(view: ViewId) {
  const last = useRef(view)
  useEffect(() => {
    if (last.current === view) return
    last.current = view
    document.title = views[view].title
    track('page_view', { view, title: document.title })
    wearDisplayFont()
    arrive()
  }, [view])
}

/** To the top of the view that is shown. */
function arrive() {
  const reduced = matchMedia('(prefers-reduced-motion: reduce)').matches
  scrollTo({ top: 0, behavior: reduced ? 'instant' : 'smooth' })
  focusHeading()
}

/** Where reading begins. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}
