import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import { createStore, useStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'

/** Which items of each list are ticked, by their place in it. A list that did not change stays the same object. */
type Ticks = Readonly<Record<ChecklistId, ReadonlySet<number>>>

type TickAction =
  | { readonly type: 'tick'; readonly list: ChecklistId; readonly item: number; readonly done: boolean }
  /** All ticks of a list at once: none of them, or the ones it had before. */
  | { readonly type: 'replace'; readonly list: ChecklistId; readonly items: ReadonlySet<number> }

const none: ReadonlySet<number> = new Set()

const noTicks: Ticks = {
  functional: none,
  integration: none,
  performance: none,
  security: none,
  usability: none,
  mobile: none,
}

function ticksReducer(ticks: Ticks, action: TickAction): Ticks {
  if (action.type === 'replace') return { ...ticks, [action.list]: action.items }
  const items = new Set(ticks[action.list])
  if (action.done) items.add(action.item)
  else items.delete(action.item)
  return { ...ticks, [action.list]: items }
}

/** Outside the components, so that ticks outlive the view; only in memory, so that they end with the page. */
const ticks = createStore(noTicks)

export function changeTicks(action: TickAction) {
  ticks.set(ticksReducer(ticks.get(), action))
  const { list } = action
  const of = qaChecklists.tabs.find(({ id }) => id === list)?.count
  if (of) track('engagement', { action: 'checklist', list, done: ticks.get()[list].size, of })
}

/** The ticked items of one list. */
export const useTicks = (list: ChecklistId): ReadonlySet<number> => useStore(ticks)[list]
