import type { AnchorHTMLAttributes, MouseEvent } from 'react'
import type { ViewId } from '#content/views.ts'
import { isPlainClick, type Trigger, useNavigation, viewHref } from '#site/lib/navigation.ts'

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
