import { type ChecklistId, qaChecklists } from '#content/qa-checklists.ts'
import { createStore, useStore } from '#site/lib/store.ts'
import { track } from '#site/lib/track.ts'

/** The indexes of each list's checked items. An unchanged list stays the same object. */
type CheckedItems = Readonly<Record<ChecklistId, ReadonlySet<number>>>

type CheckAction =
  | { readonly type: 'tick'; readonly list: ChecklistId; readonly item: number; readonly done: boolean }
  /** Replaces all checks in a list, to clear the list or to undo clearing it. */
  | { readonly type: 'replace'; readonly list: ChecklistId; readonly items: ReadonlySet<number> }

const none: ReadonlySet<number> = new Set()

const noTicks: CheckedItems = {
  functional: none,
  integration: none,
  performance: none,
  security: none,
  usability: none,
  mobile: none,
}

function ticksReducer(ticks: CheckedItems, action: CheckAction): CheckedItems {
  if (action.type === 'replace') return { ...ticks, [action.list]: action.items }
  const items = new Set(ticks[action.list])
  if (action.done) items.add(action.item)
  else items.delete(action.item)
  return { ...ticks, [action.list]: items }
}

/**
 * Stored outside the components, so that the checks survive a view change. The checks are lost when the visitor leaves
 * the page.
 */
const ticks = createStore(noTicks)

export function updateCheckedItems(action: CheckAction) {
  ticks.set(ticksReducer(ticks.get(), action))
  const { list } = action
  const of = qaChecklists.tabs.find(({ id }) => id === list)?.count
  if (of) track('engagement', { action: 'checklist', list, done: ticks.get()[list].size, of })
}

export const useCheckedItems = (list: ChecklistId): ReadonlySet<number> => useStore(ticks)[list]
