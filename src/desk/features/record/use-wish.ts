import { useEffect } from 'react'

interface Wishes<Wish extends string> {
  /** What a key asked for; null when nothing is asked. */
  wish: Wish | null
  onWishGranted: () => void
}

/** Grants what a key asked for as soon as there is something to grant it with: the record may still be on its way. */
export function useWish<Wish extends string>(
  { wish, onWishGranted }: Wishes<Wish>,
  isReady: boolean,
  ways: Readonly<Record<Wish, () => void>>,
): void {
  useEffect(() => {
    if (!wish || !isReady) return
    onWishGranted()
    ways[wish]()
  })
}
