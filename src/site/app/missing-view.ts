import type { ViewId } from '#content/views.ts'
import { createStore } from '#site/lib/store.ts'

/** A view that could not be shown: it failed to load, or a page load would lose typed text. */
export interface MissingView {
  readonly view: ViewId
  readonly why: 'lost' | 'unsafe'
}

/** The last requested view, while it is missing. */
export const missingView = createStore<MissingView | null>(null)
