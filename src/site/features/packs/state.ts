import { createStore } from '#site/lib/store.ts'

/** The link beside which the next thing is offered: null before the first download, empty after the second. */
export const offeredBeside = createStore<string | null>(null)

/** Offers something after the first download of a visit, and nothing any more after another. */
export function offerBeside(link: string): void {
  const now = offeredBeside.get()
  if (now !== link) offeredBeside.set(now === null ? link : '')
}
