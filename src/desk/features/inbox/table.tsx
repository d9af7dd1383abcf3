import { Link, useSearch } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import controls from '#desk/lib/controls.module.css'
import pieces from '#desk/lib/pieces.module.css'
import { useNow } from '#desk/lib/server-clock.ts'
import { useTeamMembers } from '#desk/lib/team-members.ts'
import { sourceWords } from '#desk/lib/words.ts'
import { Icon } from '#ui/icon.tsx'
import layout from '#ui/layout.module.css'
import { type InboxRow, type InboxSearch, isDescendingByDefault, orderFromSearch } from './list-request.ts'
import type { RowSelection } from './selected-rows.tsx'
import css from './table.module.css'

export interface ListColumn<Row> {
  /** The column's class name in the style sheet, which determines its place in a narrow list. */
  id: string
  title: string
  /** The key that the column's heading sorts by. */
  sort?: string
  cell: (row: Row) => ReactNode
}

interface TableProps<Row extends InboxRow> {
  label: string
  rows: readonly Row[]
  columns: readonly ListColumn<Row>[]
  search: InboxSearch
  /** The row that can be reached with Tab (roving tabindex). */
  current: string | undefined
  isStale: boolean
  /** Null for read-only users. */
  ticks: RowSelection<Row> | null
  onSelect: (id: string) => void
  onLeave: () => void
  onSort: (sort: string, down: boolean) => void
}

/** Milliseconds for which a row is marked as new. */
const newRowMs = 60_000

/** The list as a table, or as cards on narrow screens. */
export function Table<Row extends InboxRow>(props: TableProps<Row>) {
  const { label, rows, columns, search, current, isStale, ticks } = props
  const { onSelect, onLeave, onSort } = props
  const now = useNow()
  const { sort, down } = orderFromSearch(search)
  const isOn = ({ id }: Row) => ticks?.ticked.has(id) ?? false
  return (
    <table className={css.table} aria-label={label} aria-busy={isStale}>
      <thead className={css.head}>
        <tr>
          {ticks && (
            <th scope="col" data-column="tick">
              <SelectButton
                aria-label="Select all rows"
                aria-keyshortcuts="Shift+A"
                aria-pressed={rows.every(isOn)}
                onClick={rows.every(isOn) ? ticks.clear : ticks.tickAll}
              />
            </th>
          )}
          <th scope="col" data-column="name" aria-sort={sortOf('name', sort, down)}>
            <SortButton column={{ title: 'Name', sort: 'name' }} at={{ sort, down }} onSort={onSort} />
          </th>
          <th scope="col" data-column="company" aria-sort={sortOf('company', sort, down)}>
            <SortButton column={{ title: 'Company', sort: 'company' }} at={{ sort, down }} onSort={onSort} />
          </th>
          {columns.map((column) => (
            <th key={column.id} scope="col" data-column={column.id} aria-sort={sortOf(column.sort, sort, down)}>
              <SortButton column={column} at={{ sort, down }} onSort={onSort} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} className={`${pieces.pressed} ${css.row}`} data-open={row.id === search.item}>
            {ticks && (
              <td data-column="tick">
                <SelectButton
                  aria-label={`Select ${row.name}`}
                  aria-pressed={isOn(row)}
                  tabIndex={row.id === current ? 0 : -1}
                  onFocus={() => onSelect(row.id)}
                  onBlur={onLeave}
                  onClick={({ shiftKey }) => ticks.turn(row.id, shiftKey)}
                />
              </td>
            )}
            <td data-column="name">
              <RowLink
                item={row.id}
                className={`${pieces.cover} ${css.link}`}
                tabIndex={row.id === current ? 0 : -1}
                aria-current={row.id === search.item ? 'true' : undefined}
                onFocus={() => onSelect(row.id)}
                onBlur={onLeave}
                data-row={row.id}
              >
                {row.name}
              </RowLink>
              {now - Date.parse(row.created_at) < newRowMs && <span className={css.news}>just now</span>}
            </td>
            <td data-column="company">{row.company}</td>
            {columns.map((column) => (
              <td key={column.id} data-column={column.id}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** This is a button, because single-key shortcuts are off while a checkbox has the focus. */
const SelectButton = (props: ComponentProps<'button'>) => (
  <button {...props} type="button" className={`${controls.bare} ${controls.square}`}>
    <span className={css.box}>
      <Icon name="check" />
    </span>
  </button>
)

const sortOf = (column: string | undefined, sort: string, down: boolean) =>
  column === sort ? (down ? 'descending' : 'ascending') : undefined

interface SortButtonProps {
  column: { title: string; sort?: string }
  at: { sort: string; down: boolean }
  onSort: (sort: string, down: boolean) => void
}

/** A column heading that sorts the list; a second click reverses the order. */
function SortButton({ column: { title, sort }, at, onSort }: SortButtonProps) {
  if (!sort) return title
  const isOn = at.sort === sort
  return (
    <button
      type="button"
      className={`${controls.bare} ${css.sort}`}
      onClick={() => onSort(sort, isOn ? !at.down : isDescendingByDefault(sort))}
    >
      {title}
      <svg width="10" height="12" viewBox="0 0 10 12" aria-hidden="true" data-on={isOn} data-down={at.down}>
        <path d="M5 11V1.500M1.500 5 5 1.500 8.500 5" fill="none" stroke="currentColor" strokeWidth="1.6" />
      </svg>
    </button>
  )
}

interface RowLinkProps {
  item: string
  children: ReactNode
  className?: string | undefined
  tabIndex?: number
  'aria-current'?: 'true' | undefined
  'data-row'?: string
  onFocus?: () => void
  onBlur?: () => void
}

/** A link that opens a row beside the list. Opening another row replaces the history entry. */
export function RowLink({ item, ...rest }: RowLinkProps) {
  const { item: open } = useSearch({ strict: false })
  return <Link {...rest} to="." search={(now) => ({ ...now, item })} replace={open !== undefined} resetScroll={false} />
}

export function AssigneeCell({ id }: { id: string | null }) {
  const { actor: nameOf } = useTeamMembers()
  return id === null ? <span className={layout.tiny}>unassigned</span> : <span>{nameOf(id)}</span>
}

export function SourceCell({ source, campaign }: { source: string; campaign: string | null }) {
  return (
    <span className={`${layout.anywhere} ${css.lines}`}>
      <span className={source === 'site' ? layout.tiny : undefined}>{sourceWords(source)}</span>
      {campaign && <span className={layout.tiny}>{campaign}</span>}
    </span>
  )
}
