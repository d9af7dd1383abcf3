/** Whether rows may change places: no row is ticked, hovered or focused, and the first one is visible. */
export function isCalm(list: HTMLElement | null): boolean {
  if (!list) return true
  // Touch screens report a lasting hover on the last row that was touched, so hover counts only for mice.
  const isPointed = matchMedia('(hover: hover)').matches && list.querySelector('tbody:hover') !== null
  if (list.querySelector('[aria-pressed=true]')) return false
  return !isPointed && !list.contains(document.activeElement) && list.getBoundingClientRect().top > -1
}
