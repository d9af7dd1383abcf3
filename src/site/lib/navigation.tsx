import { type AnchorHTMLAttributes, createContext, type MouseEvent, use } from 'react'
import type { ViewId } from '#content/views.ts'

/** How a visitor moved; `content` is a link in the text of a view. */
export type Trigger = 'header' | 'footer' | 'back' | 'content' | 'history' | 'retry'

/** The callbacks with which screens navigate. The app holds the current view. */
export interface Navigation {
  readonly view: ViewId
  /**
   * Shows another view: moves the focus to its heading, sets the title, scrolls to the top, adds one history entry.
   */
  readonly navigate: (to: ViewId, trigger?: Trigger) => void
  /** Goes to the parent view; back in the history, if the visitor came from there. */
  readonly back: (to: ViewId) => void
  readonly prepare: (to: ViewId) => void
  /** The prop of screens that link to the ROI calculator. */
  readonly openRoiCalculator: () => void
}

export const NavigationContext = createContext<Navigation | null>(null)

export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (!navigation) throw new Error('missing NavigationContext')
  return navigation
}

/** The address of a view for clients that follow links without script: new tabs, crawlers, browsers. */
export function viewHref(view: ViewId): string {
  return view === 'home' ? '/' : `/?view=${view}`
}

type Press = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>

/** Whether a click may be handled by script: primary button, no modifier keys. */
export function isPlainClick(event: Press): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

interface ViewLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  to: ViewId
  /** The link's position in the page. */
  trigger?: Trigger
}

/** A real link: a plain click changes the view in memory, and every other click is left to the browser. */
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

/** The link to the ROI calculator; screens receive its handler as a prop. */
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
