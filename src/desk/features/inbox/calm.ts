/** Whether rows may change places: nobody points at one, by pointer or keyboard, and the first one is in sight. */
export function isCalm(list: HTMLElement | null): boolean {
  if (!list) return true
  // A finger that has touched a row is said to hover over it for ever after.
  const isPointed = matchMedia('(hover: hover)').matches && list.querySelector('tbody:hover') !== null
  return !isPointed && !list.contains(document.activeElement) && list.getBoundingClientRect().top > -1
}
