import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inWords } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { type ListRequest, type ManyChanges, mostRows } from '#shared/contract/desk-lists.ts'
import { tell } from '#ui/toast.tsx'
import { changeMany, fetchPage } from './api.ts'
import { narrowingOf } from './list-request.ts'
import { keepUp, outcome, type Ticked, turn } from './ticked.ts'
import type { InboxRow, InboxSource } from './types.ts'
import type { List } from './use-list.ts'

export type Ticks<Row extends InboxRow> = ReturnType<typeof useTicked<Row>>

const none: readonly never[] = []
const filtersOf = (at: ListRequest) => JSON.stringify([at.view, narrowingOf(at)])

/** The rows that are ticked, on any page of the list, and acts on all of them. Other filters begin anew. */
export function useTicked<Row extends InboxRow>(store: InboxSource<Row>, list: List<Row>) {
  const queryClient = useQueryClient()
  const { request, isStale, page, letIn } = list
  const rows = page?.rows ?? none
  /** `wish`: the shortcut that was pressed for what is ticked. */
  const nothing: { ticked: Ticked<Row>; wish: string | null } = { ticked: new Map(), wish: null }
  /** `at`: the request whose rows were seen last; `last`: the row that was turned last. */
  const [state, setState] = useState({ at: request, rows, last: '', ...nothing })
  const set = (change: Partial<typeof state>) => setState((now) => ({ ...now, ...change }))
  if (filtersOf(state.at) !== filtersOf(request)) set({ at: request, rows, ...nothing })
  else if (!isStale && rows !== state.rows) {
    const isSame = JSON.stringify(state.at) === JSON.stringify(request)
    set({ at: request, rows, ticked: keepUp(state.ticked, isSame ? state.rows : [], rows) })
  }
  const all = useMutation({
    mutationFn: (at: ListRequest) => fetchPage(store, { ...at, page: undefined, most: mostRows }),
    onSuccess: (found, at) => {
      const ticked = new Map(found.rows.map((row) => [row.id, row]))
      setState((now) => (filtersOf(now.at) === filtersOf(at) ? { ...now, ticked } : now))
    },
    onError: (error) => {
      set({ wish: null })
      tell(inWords(error), { isAlert: true })
    },
  })
  const change = useMutation({ mutationFn: changeMany })
  /** The notice outlives the bar. What went back to the start has not ended, so there is nothing to undo. */
  async function act(name: ManyChanges['act'], asked: ManyChanges['rows'], words: string, isBack = false) {
    try {
      const ids = new Set(await change.mutateAsync({ list: store.name, act: name, rows: asked }))
      const changed = asked.filter(({ id, to }) => ids.has(id) && to !== 'new')
      const back = changed.map(({ id, from, to }) => ({ id, from: to, to: from }))
      const undo = () => void act(name === 'move' ? 'undo' : name, back, 'put back', true)
      tell(outcome(words, ids.size, asked.length), isBack || back.length === 0 ? {} : { undo })
      if (!isBack) set(nothing)
    } catch (error) {
      tell(inWords(error), { isAlert: true })
    }
    await queryClient.invalidateQueries({ queryKey: [store.name] })
    letIn()
  }
  return {
    ...state,
    act,
    isFetching: all.isPending,
    isReady: !all.isPending && !change.isPending,
    isShown: state.ticked.size > 0 || all.isPending,
    /** `isRange`: all rows since the last one that was turned. */
    turn: (id: string, isRange: boolean) =>
      set({ ticked: turn(state.ticked, rows, id, isRange ? state.last : id), last: id }),
    tickAll: () => all.mutate(request),
    ask: (wish: string | null) => set({ wish }),
    clear: () => set(nothing),
  }
}
