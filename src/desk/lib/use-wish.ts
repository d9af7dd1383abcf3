import { type RefObject, useEffect } from 'react'

export interface Wishes {
  /** The pending shortcut; null if there is none. */
  wish: string | null
  onWishGranted: () => void
}

/**
 * Executes a shortcut as soon as the record has loaded: clicks the button that declares the key, or focuses the field
 * that does. A move that is not allowed has no button.
 */
export function useWish(
  { wish, onWishGranted }: Wishes,
  isReady: boolean,
  record: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    if (wish === null || !isReady) return
    onWishGranted()
    const target = record.current?.querySelector<HTMLElement>(`[aria-keyshortcuts~="${wish}"]`)
    if (target instanceof HTMLButtonElement) target.click()
    else target?.focus()
  })
}
