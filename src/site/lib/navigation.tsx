import { type AnchorHTMLAttributes, createContext, type MouseEvent, use } from 'react'
import type { ViewId } from '#content/views.ts'

/** The control with which a visitor navigated; `content` is a link in a view. */
export type NavigationTrigger = 'header' | 'footer' | 'back' | 'content' | 'history' | 'retry'

/** The current view, and the functions with which screens navigate. */
export interface Navigation {
  readonly view: ViewId
  /** Shows another view: focuses the view's heading, sets the title, scrolls to the top and adds a history entry. */
  readonly navigate: (to: ViewId, trigger?: NavigationTrigger) => void
  /** Goes to the parent view; if the visitor came from that view, goes back in the history instead. */
  readonly back: (to: ViewId) => void
  readonly prepare: (to: ViewId) => void
  /** Used by screens that link to the ROI calculator. */
  readonly openRoiCalculator: () => void
}

export const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('missing NavigationContext')
  return navigation
}

/** A view's URL for uses without script: new tabs, crawlers and page loads. */
export function viewHref(view: ViewId): string {
  return view === 'home' ? '/' : `/?view=${view}`
}

type ClickModifiers = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** True if a script can handle the click: primary button, no modifier keys. */
export function isPlainClick(event: ClickModifiers): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: ViewId
  trigger?: NavigationTrigger
}

/** A plain click changes the view in memory; the browser handles all other clicks. */
export function ViewLink({ to, trigger, onClick, ...rest }: ViewLinkProps) {
  const { view, navigate, prepare } = useNavigation()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlainClick(event)) return
    event.preventDefault()
    navigate(to, trigger)
  }
  const ahead = () => prepare(to)
  return (
    <a
      {...rest}
      href={viewHref(to)}
      aria-current={to === view ? 'page' : undefined}
      onClick={follow}
      onPointerEnter={ahead}
      onFocus={ahead}
    />
  )
}

export function CalculatorLink({ children }: { children: string }) {
  const { openRoiCalculator } = useNavigation()
  const open = (event: MouseEvent) => {
    if (!isPlainClick(event)) return
    event.preventDefault()
    openRoiCalculator()
  }
  return (
    <ViewLink to="roi-calculator" onClick={open}>
      {children}
    </ViewLink>
  )
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
