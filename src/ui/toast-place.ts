interface Area {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const overlap = (one: Area, other: Area): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

const places = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const
export type ToastPlace = (typeof places)[number]

/** Returns the first corner whose area is clear of the form; null if the form reaches all corners. */
export function findFreePlace(
  form: Area,
  toasts: Pick<DOMRect, 'width' | 'height'>,
  screen: { width: number; height: number },
  /** The space around the toasts; `bottom` includes a navigation bar. */
  margin: { side: number; bottom: number },
): ToastPlace | null {
  const areaAt = (place: ToastPlace): Area => {
    const left = place.endsWith('left') ? margin.side : screen.width - margin.side - toasts.width
    const top = place.startsWith('top') ? margin.side : screen.height - margin.bottom - toasts.height
    return { left, top, right: left + toasts.width, bottom: top + toasts.height }
  }
  return places.find((place) => !overlap(areaAt(place), form)) ?? null
}

const phone = '(max-width: 48rem)'

/** The least width of toasts beside a dialog. */
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
  const { width, height } = viewport.getBoundingClientRect()
  const screen = { width: root.clientWidth, height: root.clientHeight }
  const margin = { side: 16, bottom: matchMedia(phone).matches ? 64 : 16 }
  const clearOf = (element: Element) =>
    findFreePlace(element.getBoundingClientRect(), { width, height }, screen, margin)
  const place = clearOf(inUse)
  if (place) return place
  const form = inUse.getBoundingClientRect()
  const [left, right] = [form.left - 2 * margin.side, screen.width - form.right - 2 * margin.side]
  const room = Math.max(left, right)
  if (room < least) return inUse.matches('form') ? ((focused && clearOf(focused)) ?? 'top-right') : 'heading'
  viewport.style.setProperty('--toast-width', `${room}px`)
  return left > right ? 'bottom-left' : 'bottom-right'
}

const most = 3

/** Returns the toasts to show: the newest, then errors and toasts with a button, then the others. */
export function chooseToasts<Toast extends { type?: string | undefined; actionProps?: object | undefined }>(
  newestFirst: readonly Toast[],
): readonly Toast[] {
  const rank = (toast: Toast) => (toast === newestFirst[0] ? 0 : toast.type === 'alert' || toast.actionProps ? 1 : 2)
  return newestFirst.toSorted((one, other) => rank(one) - rank(other)).slice(0, most)
}
