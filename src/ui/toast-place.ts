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

/**
 * Returns a corner where the toasts do not cover the form in use; null while a toast has the focus. If a dialog fills
 * the screen, the toasts are above the dialog, which makes room for them.
 */
export function choosePlace(viewport: HTMLElement): ToastPlace | null {
  const root = document.documentElement
  const { activeElement: focused } = document
  if (focused && viewport.contains(focused)) return null
  root.style.removeProperty('--toasts')
  const dialog = focused?.closest('[role=dialog]')
  const form = dialog ?? focused?.closest('form')
  const { width, height } = viewport.getBoundingClientRect()
  if (!focused || !form || height === 0) return places[0]
  const screen = { width: root.clientWidth, height: root.clientHeight }
  const margin = { side: 16, bottom: matchMedia(phone).matches ? 64 : 16 }
  const clearOf = (element: Element) =>
    findFreePlace(element.getBoundingClientRect(), { width, height }, screen, margin)
  const place = clearOf(form) ?? (dialog ? null : clearOf(focused))
  if (dialog && place === null) root.style.setProperty('--toasts', `${height + margin.side}px`)
  return place ?? 'top-right'
}

const most = 3

/** Returns the toasts to show: the newest, then errors and toasts with a button, then the others. */
export function chooseToasts<Toast extends { type?: string | undefined; actionProps?: object | undefined }>(
  newestFirst: readonly Toast[],
): readonly Toast[] {
  const rank = (toast: Toast) => (toast === newestFirst[0] ? 0 : toast.type === 'alert' || toast.actionProps ? 1 : 2)
  return newestFirst.toSorted((one, other) => rank(one) - rank(other)).slice(0, most)
}
