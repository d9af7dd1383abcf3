import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { readSearch, saveTypedText } from '#desk/lib/browser-storage.ts'
import { mayEdit, useMe } from '#desk/lib/door.ts'
import { Page } from '#desk/lib/page.tsx'
import pieces from '#desk/lib/pieces.module.css'
import { AnswerDue, StatusChip } from '#desk/lib/row-status.tsx'
import { useIsOnline } from '#desk/lib/server.ts'
import { recordKeys, useShortcut } from '#desk/lib/shortcuts.ts'
import { dayAndTime } from '#desk/lib/times.ts'
import { nameAndCompany } from '#desk/lib/words.ts'
import { Button } from '#ui/button.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import css from './inbox.module.css'
import { ListBody } from './list-body.tsx'
import { type InboxRow, type InboxSearch, type InboxSource, isNarrowed, narrowingOf } from './list-request.ts'
import { SavedViews } from './saved-views.tsx'
import { SelectionBar, useRowSelection } from './selected-rows.tsx'
import { AssigneeCell, type ListColumn, SourceCell } from './table.tsx'
import { Toolbar, type ToolbarOptions, ViewButtons } from './toolbar.tsx'
import { countsQuery, useList, useListAddress } from './use-list.ts'
import { useRowFocus } from './use-row-focus.ts'

export interface OpenRow<Row> {
  id: string
  /** The open row in the list; undefined if the row is on another page. */
  row: Row | undefined
  /** The shortcut that waits until this row has loaded. */
  wish: string | null
  onWishGranted: () => void
  onClose: () => void
}

const statusColumns: readonly ListColumn<InboxRow>[] = [
  { id: 'status', title: 'Status', sort: 'status', cell: ({ status }) => <StatusChip status={status} /> },
  { id: 'clock', title: 'Answer', sort: 'due_at', cell: (row) => <AnswerDue item={row} /> },
]
const sourceColumns: readonly ListColumn<InboxRow>[] = [
  { id: 'source', title: 'Source', sort: 'source', cell: (row) => <SourceCell {...row} /> },
  { id: 'assigned', title: 'Assigned to', cell: ({ assigned_to }) => <AssigneeCell id={assigned_to} /> },
  {
    id: 'came',
    title: 'Received',
    sort: 'created_at',
    cell: ({ created_at }) => dayAndTime(new Date(created_at)),
  },
]

const recordShortcutKeys = [...new Set(Object.values(recordKeys))]

interface InboxProps<Row extends InboxRow> {
  title: string
  /** The singular noun for a row, used in sentences. */
  one: string
  store: InboxSource<Row>
  offer: ToolbarOptions
  /** Buttons that only this list has, shown next to the list's title. */
  actions?: ReactNode
  /**
   * Columns that only this list has, shown between the shared columns. A column with the id of a shared column
   * replaces that column.
   */
  columns: readonly ListColumn<Row>[]
  /** Shown if the list has never had a row. */
  firstRun: ReactNode
  record: (item: OpenRow<Row>) => ReactNode
}

/** A list with search, filters, shortcuts and live updates; the open record is next to the list. */
export function Inbox<Row extends InboxRow>(props: InboxProps<Row>) {
  const { title, one, store, offer, actions, columns, firstRun, record } = props
  const isWorker = mayEdit(useMe())
  const { search, change, back } = useListAddress()
  const [term, setTerm] = useState(() => readSearch(store.name))
  const [wish, setWish] = useState<{ id: string; key: string } | null>(null)
  const place = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLElement>(null)

  const list = useList(store, search, term, () => mayReorder(place.current))
  // The search and the filters do not change the count in the tab's title, but they do change the counts of the views.
  const { data: all, isPending } = useQuery(countsQuery(store, {}))
  const { data: counts } = useQuery({
    ...countsQuery(store, narrowingOf(list.request)),
    placeholderData: keepPreviousData,
  })
  const ownIds = new Set(columns.map(({ id }) => id))
  const rows = list.page?.rows ?? []
  const ids = rows.map(({ id }) => id)
  const selection = useRowFocus(ids, search.item, place)
  const ticks = useRowSelection(store, list)
  const open = search.item

  const narrow = (next: InboxSearch) => change({ ...next, page: undefined })
  const onTerm = (next: string) => {
    saveTypedText(store.name, next)
    setTerm(next)
    if (search.page !== undefined) change({ page: undefined }, { replace: true })
  }
  const clear = () => {
    onTerm('')
    narrow({ status: undefined, week: undefined, source: undefined, assignee: undefined, step_by: undefined })
  }
  const close = () => {
    setWish(null)
    // Closing a record returns to the list in the browser history. If the record was opened directly from its URL,
    // the list replaces the record's history entry, so that Back does not reopen the record.
    if (cameFromList.current) back()
    else change({ item: undefined }, { replace: true })
  }
  /** If the open record covers the list, shortcuts apply to the record. */
  const isBarSeen = () => bar.current?.offsetParent != null
  /** If the focus is in a row and not in the open record, shortcuts apply to that row. */
  const meant = () => (place.current?.contains(document.activeElement) ? selection.current : open)
  const ask = (key: string) => {
    if (isBarSeen()) return ticks.ask(key)
    const id = meant()
    if (id === undefined) return
    setWish({ id, key })
    if (open !== id) change({ item: id }, { replace: open !== undefined })
  }
  useShortcut(recordShortcutKeys, ({ key, shiftKey }) =>
    shiftKey && key === 'A' && isWorker ? ticks.tickAll() : ask(key.toLowerCase()),
  )
  const turn = ({ shiftKey }: KeyboardEvent, id = meant()) => id && ticks.turn(id, shiftKey)
  useShortcut('x', (event) => void turn(event), isWorker)
  useShortcut('escape', () => (isBarSeen() ? ticks.clear() : close()), ticks.isShown || open !== undefined)

  // An open record changes the list's layout, so the clicked row is scrolled into view.
  useEffect(() => {
    if (open) place.current?.querySelector(`[data-row="${open}"]`)?.closest('tr')?.scrollIntoView({ block: 'nearest' })
  }, [open])

  // When a record is closed, the focus returns to its row.
  const wasOpen = useRef(open)
  const cameFromList = useRef(false)
  const { focus } = selection
  useEffect(() => {
    if (wasOpen.current !== undefined && open === undefined) focus()
    if (open === undefined) cameFromList.current = false
    else if (wasOpen.current === undefined) cameFromList.current = true
    wasOpen.current = open
  })

  const head = (
    <>
      <SavedViews list={store.name} search={search} onApply={narrow} />
      <LiveIndicator isLive={list.isLive} />
      {actions}
    </>
  )
  const isFirstRun = all?.all === 0 && all['spam?'] === 0 && !isNarrowed(search, term)
  return (
    <div className={pieces.beside} data-open={open !== undefined}>
      <div className={pieces.side}>
        <Announcement one={one} latest={list.latest} />
        <Page title={title} waiting={all?.open} actions={head}>
          <div className={pieces.list}>
            <ViewButtons
              views={store.views}
              counts={counts}
              status={search.status}
              onChange={(status) => narrow({ status, sort: undefined, down: undefined })}
            />
            <Toolbar store={store} offer={offer} search={search} term={term} onTerm={onTerm} onChange={narrow} />
            {list.waiting && (
              <div className={css.held}>
                <Button size="small" look="signal" onClick={list.letIn}>
                  {list.waiting.length > 0 ? `Show ${list.waiting.length} new` : 'Show changes'}
                </Button>
              </div>
            )}
            <ListBody
              title={title}
              name={store.name}
              list={list}
              columns={[...statusColumns.filter(({ id }) => !ownIds.has(id)), ...columns, ...sourceColumns]}
              search={search}
              term={term}
              selection={selection}
              ticks={isWorker ? ticks : null}
              isNarrowed={isNarrowed(search, term)}
              firstRun={isPending ? undefined : isFirstRun ? firstRun : null}
              place={place}
              onClear={clear}
              onNarrow={narrow}
              onPage={(page) => change({ page })}
            />
            {ticks.isShown && <SelectionBar ref={bar} list={store.name} ticks={ticks} total={list.page?.total ?? 0} />}
          </div>
        </Page>
      </div>
      {open !== undefined &&
        record({
          id: open,
          row: rows.find(({ id }) => id === open),
          // The record may still belong to the row that was open before.
          wish: wish?.id === open ? wish.key : null,
          onWishGranted: () => setWish(null),
          onClose: close,
        })}
    </div>
  )
}

interface AnnouncementProps {
  one: string
  latest: { id: string; name: string; company: string } | undefined
}

function Announcement({ one, latest }: AnnouncementProps) {
  return (
    <p className={visuallyHidden} role="status">
      {latest && `New ${one} from ${nameAndCompany(latest)}`}
    </p>
  )
}

function LiveIndicator({ isLive }: { isLive: boolean }) {
  const isOnline = useIsOnline()
  return (
    <p className={css.live} data-live={isLive && isOnline}>
      {!isOnline ? 'Offline' : isLive ? 'Live' : 'Connecting…'}
    </p>
  )
}

/** True if rows are allowed to move: no row is selected, hovered or focused, and the first row is visible. */
function mayReorder(list: HTMLElement | null): boolean {
  if (!list) return true
  // Touch screens report that the last touched row is still hovered, so hover counts only for mice.
  const isPointed = matchMedia('(hover: hover)').matches && list.querySelector('tbody:hover') !== null
  if (list.querySelector('[aria-pressed=true]')) return false
  return !isPointed && !list.contains(document.activeElement) && list.getBoundingClientRect().top > -1
}
