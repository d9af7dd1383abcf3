import { useSyncExternalStore } from 'react'
import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import { track } from '#site/lib/track.ts'
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
  tellProgress(action.list)
}

/** The ticked items of one list. Renders again when that list changes, and for no other. */
export function useTicks(list: ChecklistId): ReadonlySet<number> {
  return useSyncExternalStore(
    subscribe,
    () => ticks[list],
    () => noTicks[list],
  )
}

function tellProgress(id: ChecklistId) {
  const of = qaChecklists.tabs.find((tab) => tab.id === id)?.count
  if (of) track('engagement', { action: 'checklist', list: id, done: ticks[id].size, of })
}
