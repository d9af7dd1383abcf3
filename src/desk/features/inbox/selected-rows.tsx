import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useState } from 'react'
import { exportStatusText, useExport } from '#desk/lib/csv-export.ts'
import { useMe } from '#desk/lib/door.ts'
import { errorMessage } from '#desk/lib/failure.ts'
import { useMutation } from '#desk/lib/mutations.ts'
import { recordKeys, shortcutProps, usePendingShortcut } from '#desk/lib/shortcuts.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { ConfirmDialog, WhenOnline } from '#desk/lib/when-online.tsx'
import { countWithNoun } from '#desk/lib/words.ts'
import { type BulkChange, type ListRequest, maxRowsPerPage } from '#shared/contract/desk-rows.ts'
import { Button } from '#ui/button.tsx'
import layout from '#ui/layout.module.css'
import { showToast } from '#ui/toast.tsx'
import { FilterSelect } from './filters.tsx'
import css from './inbox.module.css'
import { type InboxRow, type InboxSource, narrowingOf } from './list-request.ts'
import { bulkResultText, type SelectedRows, toggleRows, updateSelection } from './list-state.ts'
import { changeMany, fetchPage, type LiveList } from './use-list.ts'

interface SelectionBarProps<Row extends InboxRow> {
  ref: RefObject<HTMLElement | null>
  list: 'bookings' | 'messages'
  ticks: RowSelection<Row>
  total: number
}

const moves = [
  { to: 'answered', from: ['new'], verb: 'Answered' },
  { to: 'spam', from: ['new', 'spam?'], verb: 'Spam' },
  { to: 'new', from: ['spam?', 'spam'], verb: 'Not spam' },
] as const

/** More rows than this are changed only after a question, because a member may not see all of them. */
const mostWithoutQuestion = 20

/** A change of the selected rows. */
interface BulkAct {
  name: BulkChange['act']
  changes: BulkChange['rows']
  /** The result in the toast, such as 'marked as spam'. */
  words: string
  /** The question and its button, such as 'Mark 120 messages as spam?' and 'Mark as spam'. */
  question: string
  verb: string
  /** Why the other selected rows are not changed. */
  left: string
}

/** Actions on the selected rows, with the same shortcuts as for one row. */
export function SelectionBar<Row extends InboxRow>({ ref, list, ticks, total }: SelectionBarProps<Row>) {
  const me = useMe()
  const people = useTeamMembers()
  const files = useExport()
  const [whom, setWhom] = useState<string>()
  const [asked, setAsked] = useState<BulkAct>()
  const [isAsking, setAsking] = useState(false)
  usePendingShortcut({ wish: ticks.wish, onWishGranted: () => ticks.ask(null) }, ticks.isReady, ref)
  const rows = [...ticks.ticked.values()]
  const isCut = rows.length === maxRowsPerPage && total > maxRowsPerPage
  const counted = (count: number) => countWithNoun(count, list === 'bookings' ? 'booking' : 'message')
  const run = ({ name, changes, words }: BulkAct) => {
    setAsking(false)
    void ticks.act(name, changes, words)
  }
  const start = (act: BulkAct) => {
    if (act.changes.length <= mostWithoutQuestion) return run(act)
    setAsked(act)
    setAsking(true)
  }
  const give = (to: string | null) => {
    // Confirmed calls are reassigned one at a time, because each change notifies a visitor.
    const others = rows.filter(({ status }) => status !== 'confirmed')
    const given = others.filter(({ assigned_to }) => assigned_to !== to)
    const changes = given.map(({ id, assigned_to }) => ({ id, from: assigned_to, to }))
    const name = to === me.id ? 'you' : people.actor(to)
    const calls = rows.length - others.length
    const same = others.length - given.length
    start({
      name: 'assign',
      changes,
      words: to === null ? 'unassigned' : `assigned to ${name}`,
      question: to === null ? `Unassign ${counted(given.length)}?` : `Assign ${counted(given.length)} to ${name}?`,
      verb: to === null ? 'Unassign' : 'Assign',
      left: [
        calls > 0 &&
          `${countWithNoun(calls, 'confirmed call')}: reassign each one in its record, which notifies the visitor.`,
        same > 0 && `${counted(same)} already ${to === null ? 'unassigned' : `assigned to ${name}`}.`,
      ]
        .filter(Boolean)
        .join(' '),
    })
  }
  return (
    <section ref={ref} className={`${layout.bar} ${css.selectedBar}`} aria-label="Selected rows">
      <p className={`${layout.small} ${layout.numbers} ${css.selectedCount}`} role="status">
        {isCut
          ? `The first ${maxRowsPerPage} of ${total.toLocaleString('en')} selected`
          : ticks.isFetching
            ? 'Selecting all…'
            : `${rows.length} selected`}{' '}
        <span className={layout.soft}>{exportStatusText(files.state)}</span>
      </p>
      {rows.length < Math.min(total, maxRowsPerPage) && (
        <Button size="small" onClick={ticks.tickAll}>
          Select all {total.toLocaleString('en')}
        </Button>
      )}
      <Button size="small" onClick={ticks.clear}>
        Clear
      </Button>
      <fieldset className={css.acts} role="presentation" disabled={!ticks.isReady}>
        <WhenOnline>
          {moves.map(({ to, from, verb }) => {
            const movable = rows.filter(({ status }) => (from as readonly string[]).includes(status))
            const changes = movable.map(({ id, status }) => ({ id, from: status, to }))
            if (movable.length === 0 || (to === 'answered' && list === 'bookings')) return null
            return (
              <Button
                key={to}
                {...shortcutProps(recordKeys[to], verb)}
                size="small"
                onClick={() =>
                  start({
                    name: 'move',
                    changes,
                    words: `marked as ${verb.toLowerCase()}`,
                    question: `Mark ${counted(changes.length)} as ${verb.toLowerCase()}?`,
                    verb: `Mark as ${verb.toLowerCase()}`,
                    left:
                      movable.length < rows.length
                        ? `${counted(rows.length - movable.length)} with a status that does not allow this.`
                        : '',
                  })
                }
              >
                {verb} {movable.length < rows.length && `(${movable.length})`}
              </Button>
            )
          })}
          <Button {...shortcutProps(recordKeys.take, 'Assign to me')} size="small" onClick={() => give(me.id)}>
            Assign to me
          </Button>
          <FilterSelect
            label="Assign to"
            none="Choose a member…"
            options={[
              { value: 'nobody', label: 'Unassigned' },
              ...people.able.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={whom}
            onChange={setWhom}
            keys={recordKeys.assign}
          />
          <Button
            size="small"
            disabled={whom === undefined}
            title={whom === undefined ? 'Choose a member first' : undefined}
            onClick={() => whom && give(whom === 'nobody' ? null : whom)}
          >
            Assign
          </Button>
          <Button size="small" onClick={() => void files.start(`export_${list}`, { ids: [...ticks.ticked.keys()] })}>
            Export
          </Button>
        </WhenOnline>
      </fieldset>
      <ConfirmDialog
        isOpen={isAsking}
        title={asked?.question ?? ''}
        act={asked?.verb ?? ''}
        onClose={() => setAsking(false)}
        onConfirm={() => asked && run(asked)}
      >
        {asked?.left && <p>Left out: {asked.left}</p>}
        <p>{asked?.changes[0]?.to === 'new' ? 'You cannot undo this.' : 'You can undo this for a few seconds.'}</p>
      </ConfirmDialog>
    </section>
  )
}

export type RowSelection<Row extends InboxRow> = ReturnType<typeof useRowSelection<Row>>

const none: readonly never[] = []
const filtersOf = (at: ListRequest) => JSON.stringify([at.view, narrowingOf(at)])

/** The selected rows on all pages of the list. Changing the filters clears the selection. */
export function useRowSelection<Row extends InboxRow>(store: InboxSource<Row>, list: LiveList<Row>) {
  const queryClient = useQueryClient()
  const { request, isStale, page, letIn } = list
  const rows = page?.rows ?? none
  /**
   * `wish` is the pending shortcut for the selected rows. `isFetching` is stored here, because a mutation updates its
   * own state with a delay, and the next key press can come first.
   */
  const nothing: { ticked: SelectedRows<Row>; wish: string | null; isFetching: boolean } = {
    ticked: new Map(),
    wish: null,
    isFetching: false,
  }
  /** `at` is the request whose rows were loaded last; `last` is the row that was toggled last. */
  const [state, setState] = useState({ at: request, rows, last: '', ...nothing })
  const set = (change: Partial<typeof state>) => setState((now) => ({ ...now, ...change }))
  if (filtersOf(state.at) !== filtersOf(request)) set({ at: request, rows, ...nothing })
  else if (!isStale && rows !== state.rows) {
    const isSame = JSON.stringify(state.at) === JSON.stringify(request)
    set({ at: request, rows, ticked: updateSelection(state.ticked, isSame ? state.rows : [], rows) })
  }
  const all = useMutation({
    mutationFn: (at: ListRequest) => fetchPage(store, { ...at, page: undefined, most: maxRowsPerPage }),
    onSuccess: (found, at) => {
      const ticked = new Map(found.rows.map((row) => [row.id, row]))
      setState((now) => (filtersOf(now.at) === filtersOf(at) ? { ...now, ticked, isFetching: false } : now))
    },
    onError: (error) => {
      set({ wish: null, isFetching: false })
      showToast(errorMessage(error), { isAlert: true })
    },
  })
  const change = useMutation({ mutationFn: changeMany })
  /** The toast is shown even after the bar has closed. A move back to 'new' cannot be undone. */
  async function act(name: BulkChange['act'], asked: BulkChange['rows'], words: string, isBack = false) {
    try {
      const ids = new Set(await change.mutateAsync({ list: store.name, act: name, rows: asked }))
      const changed = asked.filter(({ id, to }) => ids.has(id) && to !== 'new')
      const back = changed.map(({ id, from, to }) => ({ id, from: to, to: from }))
      const undo = () => void act(name === 'move' ? 'undo' : name, back, 'restored', true)
      showToast(bulkResultText(words, ids.size, asked.length), isBack || back.length === 0 ? {} : { undo })
      if (!isBack) set(nothing)
    } catch (error) {
      showToast(errorMessage(error), { isAlert: true })
    }
    await queryClient.invalidateQueries({ queryKey: [store.name] })
    letIn()
  }
  return {
    ...state,
    act,
    isReady: !state.isFetching && !change.isPending,
    isShown: state.ticked.size > 0 || state.isFetching,
    /** If `isRange` is true, selects all rows from the last toggled row to this one. */
    turn: (id: string, isRange: boolean) =>
      set({ ticked: toggleRows(state.ticked, rows, id, isRange ? state.last : id), last: id }),
    tickAll: () => {
      set({ isFetching: true })
      all.mutate(request)
    },
    ask: (wish: string | null) => set({ wish }),
    clear: () => set(nothing),
  }
}
