import type { ReactNode, RefObject } from 'react'
import { Bones } from '#ui/bones.tsx'
import { ListFailure } from './list-failure.tsx'
import { orderOf } from './list-request.ts'
import { NothingHere } from './nothing-here.tsx'
import { Pager } from './pager.tsx'
import { SearchHints } from './search-hints.tsx'
import { type Column, Table } from './table.tsx'
import type { InboxRow, InboxSearch } from './types.ts'
import type { List } from './use-list.ts'
import type { Selection } from './use-selection.ts'
import type { Ticks } from './use-ticked.ts'

interface ListBodyProps<Row extends InboxRow> {
  title: string
  name: string
  list: List<Row>
  columns: readonly Column<Row>[]
  search: InboxSearch
  term: string
  selection: Selection
  ticks: Ticks<Row> | null
  isNarrowed: boolean
  /** The text of a list that has never had a row; null if it has had some, undefined until that is known. */
  firstRun: ReactNode
  place: RefObject<HTMLDivElement | null>
  onClear: () => void
  onNarrow: (search: InboxSearch) => void
  onPage: (page: number | undefined) => void
}

/** The rows and the pager, or why there are no rows. */
export function ListBody<Row extends InboxRow>(props: ListBodyProps<Row>) {
  const { title, name, list, columns, search, term, selection, ticks, isNarrowed, firstRun, place } = props
  const { onClear, onNarrow, onPage } = props
  const { page, error } = list
  const rows = page?.rows ?? []
  return (
    <>
      {error && <ListFailure error={error} hasRows={rows.length > 0} onRetry={list.retry} />}
      {!page && !error && <Bones lines={8} label={`Loading ${name}`} />}
      {page && <SearchHints page={page} term={term} status={search.status} onNarrow={onNarrow} />}
      {page && rows.length === 0 && (isNarrowed || firstRun !== undefined) && (
        <NothingHere
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
            onSort={(sort, down) => onNarrow(orderOf(search.status, sort, down))}
          />
        </div>
      )}
      {page && rows.length > 0 && <Pager page={search.page ?? 1} total={page.total} onChange={onPage} />}
    </>
  )
}
