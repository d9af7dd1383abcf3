import type { ReactNode, RefObject } from 'react'
import { errorMessage } from '#desk/lib/failure.ts'
import pieces from '#desk/lib/pieces.module.css'
import { ErrorNotice } from '#desk/lib/problem.tsx'
import { isolateBidi } from '#shared/lib/display-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import css from './inbox.module.css'
import { type InboxRow, type InboxSearch, type ListPage, orderToSearch, perPage } from './list-request.ts'
import type { RowSelection } from './selected-rows.tsx'
import { type ListColumn, Table } from './table.tsx'
import type { LiveList } from './use-list.ts'
import type { RowFocus } from './use-row-focus.ts'

interface ListBodyProps<Row extends InboxRow> {
  title: string
  name: string
  list: LiveList<Row>
  columns: readonly ListColumn<Row>[]
  search: InboxSearch
  term: string
  selection: RowFocus
  ticks: RowSelection<Row> | null
  isNarrowed: boolean
  /** Shown if the list has never had a row. Null if the list has had rows; undefined while the list is loading. */
  firstRun: ReactNode
  place: RefObject<HTMLDivElement | null>
  onClear: () => void
  onNarrow: (search: InboxSearch) => void
  onPage: (page: number | undefined) => void
}

/** The rows and the pager, or the reason there are no rows. */
export function ListBody<Row extends InboxRow>(props: ListBodyProps<Row>) {
  const { title, name, list, columns, search, term, selection, ticks, isNarrowed, firstRun, place } = props
  const { onClear, onNarrow, onPage } = props
  const { page, error } = list
  const rows = page?.rows ?? []
  return (
    <>
      {error && <ListFailure name={name} error={error} hasRows={rows.length > 0} onRetry={list.retry} />}
      {!page && !error && <Skeleton lines={8} label={`Loading ${name}`} />}
      {page && <SearchHints page={page} term={term} status={search.status} onNarrow={onNarrow} />}
      {page && rows.length === 0 && (isNarrowed || firstRun !== undefined) && (
        <EmptyList
          name={name}
          firstRun={firstRun}
          isLastPage={page.total > 0}
          canClear={isNarrowed}
          onClear={onClear}
          onFirstPage={() => onPage(undefined)}
        />
      )}
      {rows.length > 0 && (
        <div ref={place}>
          <Table
            label={title}
            rows={rows}
            columns={columns}
            search={search}
            current={selection.current}
            isStale={list.isStale}
            ticks={ticks}
            onSelect={selection.select}
            onLeave={selection.leave}
            onSort={(sort, down) => onNarrow(orderToSearch(search.status, sort, down))}
          />
        </div>
      )}
      {page && rows.length > 0 && <Pager page={search.page ?? 1} total={page.total} onChange={onPage} />}
    </>
  )
}

interface ListFailureProps {
  name: string
  error: Error
  /** True if stale rows are still shown. */
  hasRows: boolean
  onRetry: () => void
}

/** Shows a list's error in place of the list, or above the list's stale rows. */
function ListFailure({ name, error, hasRows, onRetry }: ListFailureProps) {
  if (hasRows) return <ErrorNotice error={error} isSlim className={css.failure} onRetry={onRetry} />
  return (
    <EmptyState isAlert title={`The ${name} could not be loaded`} text={errorMessage(error)}>
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </EmptyState>
  )
}

interface EmptyListProps {
  name: string
  firstRun: ReactNode
  /** The list has rows, but this page has none. */
  isLastPage: boolean
  canClear: boolean
  onClear: () => void
  onFirstPage: () => void
}

/** Explains why the list is empty, and offers a button to show rows again. */
function EmptyList(props: EmptyListProps) {
  const { name, firstRun, isLastPage, canClear, onClear, onFirstPage } = props
  if (firstRun) return firstRun
  if (isLastPage) {
    return (
      <EmptyState title="This page is empty" text={`The ${name} now fit on fewer pages.`}>
        <Button onClick={onFirstPage}>Go to the first page</Button>
      </EmptyState>
    )
  }
  if (!canClear) {
    return <EmptyState title={`No ${name}`} text="Suspected spam is in a separate list above." />
  }
  return (
    <EmptyState title="Nothing found" text={`No ${name} match your search and filters.`}>
      <Button onClick={onClear}>Clear search and filters</Button>
    </EmptyState>
  )
}

interface SearchHintsProps {
  page: ListPage<InboxRow>
  term: string
  status: string | undefined
  onNarrow: (search: InboxSearch) => void
}

/** Removes every filter except the status. */
const onlyStatus = (status: string | undefined): InboxSearch => ({
  status,
  week: undefined,
  source: undefined,
  assignee: undefined,
  step_by: undefined,
})

/** Links to matches outside the current filters, and a note if the rows match the search only approximately. */
function SearchHints({ page, term, status, onNarrow }: SearchHintsProps) {
  const { isNear, elsewhere } = page
  const places = [
    { count: elsewhere?.others ?? 0, where: 'outside this list', to: undefined },
    { count: elsewhere?.suspect ?? 0, where: 'in suspected spam', to: 'spam?' },
    { count: elsewhere?.spam ?? 0, where: 'in spam', to: 'spam' },
  ].filter(({ count, to }) => count > 0 && (to === undefined || to !== status))
  return (
    <div className={`${layout.row} ${layout.small} ${css.hints}`} role="status">
      {isNear && (
        <p className={css.near}>
          No exact match for <q>{isolateBidi(term.trim())}</q>. Closest matches:
        </p>
      )}
      {places.map(({ count, where, to }) => (
        <p key={where} className={`${layout.soft} ${pieces.line}`}>
          {formatFigure(count)} {page.total > 0 && 'more '}
          {where}
          <Button size="small" onClick={() => onNarrow(onlyStatus(to))}>
            Show
            <span className={visuallyHidden}> matches {where}</span>
          </Button>
        </p>
      ))}
    </div>
  )
}

interface PagerProps {
  page: number
  total: number
  onChange: (page: number) => void
}

const formatFigure = (value: number) => value.toLocaleString('en')

function Pager({ page, total, onChange }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / perPage))
  const from = (page - 1) * perPage + 1
  return (
    <nav className={`${layout.bar} ${pieces.apart} ${layout.small} ${layout.numbers} ${css.pager}`} aria-label="Pages">
      <p className={layout.soft}>
        {total === 0 ? '0' : `${formatFigure(from)}–${formatFigure(Math.min(total, page * perPage))}`} of{' '}
        <strong>{formatFigure(total)}</strong>
      </p>
      {pages > 1 && (
        <div className={pieces.line}>
          <Button
            size="small"
            aria-label="Previous page"
            disabled={page <= 1}
            onClick={() => onChange(Math.min(page - 1, pages))}
          >
            <Icon name="back" />
          </Button>
          <span>
            Page {formatFigure(page)} of {formatFigure(pages)}
          </span>
          <Button size="small" aria-label="Next page" disabled={page >= pages} onClick={() => onChange(page + 1)}>
            <Icon name="arrow" />
          </Button>
        </div>
      )}
    </nav>
  )
}
