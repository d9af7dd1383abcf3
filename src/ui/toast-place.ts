type Area = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

const places = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type ToastPlace = (typeof places)[number]

/** Returns the first corner whose area is clear of the form; null if the form reaches all corners. */
export function findFreePlace(
  form: Area,
  { width, height }: Pick<DOMRect, 'width' | 'height'>,
  screen: { width: number; height: number },
  /** The space around the toasts; `bottom` includes a navigation bar. */
  margin: { side: number; bottom: number },
): ToastPlace | null {
  const isFree = (place: ToastPlace) => {
    const left = place.endsWith('left') ? margin.side : screen.width - margin.side - width
    const top = place.startsWith('top') ? margin.side : screen.height - margin.bottom - height
    return left >= form.right || left + width <= form.left || top >= form.bottom || top + height <= form.top
  }
  return places.find(isFree) ?? null
}

/** The least width of toasts beside a form. */
const least = 200

/** The form in use: the one that has or last had the focus. */
let inUse: Element | null = null

/**
 * Returns a place where the toasts do not cover the form in use; null while a toast has the focus. If there is room
 * beside the form, the toasts become narrower. If a dialog fills the screen, one toast covers the dialog's heading.
 */
export function choosePlace(viewport: HTMLElement): ToastPlace | 'heading' | null {
  const { activeElement: focused, documentElement: root } = document
  if (focused && viewport.contains(focused)) return null
  inUse = focused?.closest('[role=dialog]') ?? focused?.closest('form') ?? inUse
  viewport.style.removeProperty('--toast-width')
  if (!inUse?.isConnected || viewport.childElementCount === 0) return places[0]
  const toasts = viewport.getBoundingClientRect()
  const screen = { width: root.clientWidth, height: root.clientHeight }
  const margin = { side: 16, bottom: matchMedia('(max-width: 48rem)').matches ? 64 : 16 }
  const form = inUse.getBoundingClientRect()
  const place = findFreePlace(form, toasts, screen, margin)
  if (place) return place
  const [left, right] = [form.left - 2 * margin.side, screen.width - form.right - 2 * margin.side]
  const room = Math.max(left, right)
  if (room >= least) {
    viewport.style.setProperty('--toast-width', `${room}px`)
    return left > right ? 'bottom-left' : 'bottom-right'
  }
  if (!inUse.matches('form')) return 'heading'
  return (focused && findFreePlace(focused.getBoundingClientRect(), toasts, screen, margin)) ?? 'top-right'
}

/** Returns the three toasts to show: the newest, then errors and toasts with a button, then the others. */
export function chooseToasts<Toast extends { type?: string | undefined; actionProps?: object | undefined }>(
  newestFirst: readonly Toast[],
): readonly Toast[] {
  const rank = (toast: Toast) => (toast === newestFirst[0] ? 0 : toast.type === 'alert' || toast.actionProps ? 1 : 2)
  return newestFirst.toSorted((one, other) => rank(one) - rank(other)).slice(0, 3)
}
