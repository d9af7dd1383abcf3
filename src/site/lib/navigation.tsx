import { type AnchorHTMLAttributes, createContext, type MouseEvent, use } from 'react'
import type { ViewId } from '#content/views.ts'

/** The control that a visitor used to navigate; `content` is a link in a view. */
export type Trigger = 'header' | 'footer' | 'back' | 'content' | 'history' | 'retry'

/** The current view, and the callbacks with which screens navigate. */
export interface Navigation {
  readonly view: ViewId
  /** Shows another view: moves the focus to its heading, sets the title, scrolls to the top, adds a history entry. */
  readonly navigate: (to: ViewId, trigger?: Trigger) => void
  /** Goes to the parent view, or back in the history if the visitor came from it. */
  readonly back: (to: ViewId) => void
  readonly prepare: (to: ViewId) => void
  /** For screens that link to the ROI calculator. */
  readonly openRoiCalculator: () => void
}

export const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('missing NavigationContext')
  return navigation
}

/** The address of a view for links without script: new tabs, crawlers, page loads. */
export function viewHref(view: ViewId): string {
  return view === 'home' ? '/' : `/?view=${view}`
}

type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a script may handle a click: primary button, no modifier keys. */
export function isPlainClick(event: Press): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: ViewId
  trigger?: Trigger
}

/** A plain click changes the view in memory; the browser handles every other click. */
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

export const reducesMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
