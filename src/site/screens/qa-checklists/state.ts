import type { ChecklistId } from '#content/qa-checklists.ts'

/** Which items of each list are ticked, by their place in it. A list that did not change stays the same object. */
export type Ticks = Readonly<Record<ChecklistId, ReadonlySet<number>>>

export type TickAction =
  | { readonly type: 'tick'; readonly list: ChecklistId; readonly item: number; readonly done: boolean }
  /** All ticks of a list at once: none of them, or the ones it had before. */
  | { readonly type: 'replace'; readonly list: ChecklistId; readonly items: ReadonlySet<number> }

const none: ReadonlySet<number> = new Set()

export const noTicks: Ticks = {
  functional: none,
  integration: none,
  performance: none,
  security: none,
  usability: none,
  mobile: none,
}

export function ticksReducer(ticks: Ticks, action: TickAction): Ticks {
  if (action.type === 'replace') return { ...ticks, [action.list]: action.items }
  const items = new Set(ticks[action.list])
  if (action.done) items.add(action.item)
  else items.delete(action.item)
  return { ...ticks, [action.list]: items }
}
