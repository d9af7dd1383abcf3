import { type RefObject, useEffect } from 'react'

export interface Wishes {
  /** The key that asked for something; null when none did. */
  wish: string | null
  onWishGranted: () => void
}

/**
 * Grants what a key asked for as soon as there is something to grant it with, for the record may still be on its way:
 * presses the button that names the key, or goes to the field that does. What is not allowed now has no button.
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
