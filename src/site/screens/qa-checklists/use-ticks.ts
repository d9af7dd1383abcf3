import { useSyncExternalStore } from 'react'
import type { ChecklistId } from '#content/qa-checklists.ts'
import { noTicks, type TickAction, ticksReducer } from './state.ts'

/** Outside the components, so that ticks outlive the view; in memory alone, so that they end with the page. */
let ticks = noTicks
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function changeTicks(action: TickAction) {
  ticks = ticksReducer(ticks, action)
  for (const listener of listeners) listener()
}

/** The ticked items of one list. Renders again when that list changes, and for no other. */
export function useTicks(list: ChecklistId): ReadonlySet<number> {
  return useSyncExternalStore(
    subscribe,
    () => ticks[list],
    () => noTicks[list],
  )
}
