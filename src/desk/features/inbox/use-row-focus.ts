import { type RefObject, useEffect, useRef, useState } from 'react'
import { useShortcut } from '#desk/lib/shortcuts.ts'
import { type ListPosition, restorePosition, rowAfterStep } from './list-state.ts'

export interface RowFocus {
  /** The one row that can be reached with Tab. */
  current: string | undefined
  select: (id: string) => void
  /** Called when the focus has left the rows. */
  leave: () => void
  focus: () => void
}

/**
 * Selects one row of the list. `j` and `k` select and focus the next or previous row, so that Enter opens the row's
 * link. When the selected row leaves the list, the row after it is selected.
 */
export function useRowFocus(
  ids: readonly string[],
  open: string | undefined,
  list: RefObject<HTMLElement | null>,
): RowFocus {
  const [selected, setSelected] = useState<ListPosition | null>(null)
  const stood = selected
    ? restorePosition(selected, ids).id
    : open !== undefined && ids.includes(open)
      ? open
      : undefined
  const current = stood ?? ids[0]
  /** The row that has the focus, or that had the focus when it was removed. */
  const focused = useRef<string | null>(null)

  const select = (id: string) => {
    focused.current = id
    setSelected({ id, ids })
  }
  const focusOn = (id: string | undefined) => {
    const link = list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)
    link?.focus()
    link?.closest('tr, li')?.scrollIntoView({ block: 'nearest' })
  }
  // Removing a focused element loses the focus, so the focus moves to the next row.
  useEffect(() => {
    if (focused.current === null || ids.includes(focused.current)) return
    focused.current = null
    if (document.activeElement === document.body) focusOn(current)
  })
  const move = (step: 1 | -1) => {
    const place = selected ?? (open === undefined ? null : { id: open, ids })
    const id = rowAfterStep(place, step, ids)
    if (id === undefined) return
    select(id)
    focusOn(id)
  }
  useShortcut('j', () => move(1))
  useShortcut('k', () => move(-1))
  return {
    current,
    select,
    leave: () => {
      focused.current = null
    },
    focus: () => focusOn(current),
  }
}
