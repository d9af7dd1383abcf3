import type { ViewId } from '#content/views.ts'
import { createStore } from '#site/lib/store.ts'

/** A view that could not be shown: it failed to load, or a page load would lose what was typed. */
export interface MissingView {
  readonly view: ViewId
  readonly why: 'lost' | 'unsafe'
}

/** The view that was asked for last, while it is missing. */
export const missingView = createStore<MissingView | null>(null)
