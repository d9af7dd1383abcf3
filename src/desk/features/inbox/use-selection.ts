import { type RefObject, useState } from 'react'
import { useShortcut } from '#desk/lib/shortcuts.ts'

export interface Selection {
  /** The one row that Tab stops at. */
  current: string | undefined
  select: (id: string) => void
  /** Puts the focus on the current row. */
  focus: () => void
}

/**
 * One row of the list is selected; `j` and `k` move on from it and put the focus there, so that Enter opens it as the
 * link that it is. When the selected row leaves the list, the one that takes its place is.
 */
export function useSelection(
  ids: readonly string[],
  open: string | undefined,
  list: RefObject<HTMLElement | null>,
): Selection {
  const [selected, setSelected] = useState<{ id: string; at: number } | null>(null)
  const at = selected ? ids.indexOf(selected.id) : -1
  const current = at >= 0 ? ids[at] : ids[Math.min(selected?.at ?? 0, ids.length - 1)]
  const fallback = open !== undefined && ids.includes(open) ? open : current

  const select = (id: string) => setSelected({ id, at: Math.max(0, ids.indexOf(id)) })
  const focusOn = (id: string | undefined) => {
    const link = list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
    link?.focus()
    link?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }
  const move = (step: number) => {
    const from = selected ? ids.indexOf(current ?? '') : ids.indexOf(open ?? '')
    // Nobody has been anywhere yet: the first press only shows where we are.
    const next = from < 0 ? 0 : Math.min(ids.length - 1, Math.max(0, from + step))
    const id = ids[next]
    if (id === undefined) return
    select(id)
    focusOn(id)
  }
  useShortcut('j', () => move(1))
  useShortcut('k', () => move(-1))
  return {
    current: selected ? current : fallback,
    select,
    focus: () => focusOn(selected ? current : fallback),
  }
}
