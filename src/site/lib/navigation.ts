import { createContext, use } from 'react'
import type { ViewId } from '#content/views.ts'

/** By which way a visitor moves; `content` is a link among the words of a view. */
export type Trigger = 'header' | 'footer' | 'back' | 'content' | 'history' | 'retry'

/** The callbacks that screens move with. The current view is one value, held by the app. */
export interface Navigation {
  readonly view: ViewId
  /** Shows another view: focus to its heading, title, scroll to the top, one history entry. */
  readonly navigate: (to: ViewId, trigger?: Trigger) => void
  /** Leaves for the view above; steps back in history when that is where the visitor came from. */
  readonly back: (to: ViewId) => void
  /** Fetches a view's code ahead of the press. */
  readonly prepare: (to: ViewId) => void
  /** Handed to the screens that offer the ROI calculator. */
  readonly openRoiCalculator: () => void
}

export const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('no NavigationContext above')
  return navigation
}

/** Where a view lives for everything that follows links itself: new tabs, crawlers, no script. */
export function viewHref(view: ViewId): string {
  return view === 'home' ? '/' : `/?view=${view}`
}
