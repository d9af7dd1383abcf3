import { type ReactNode, useState } from 'react'
import controls from '#desk/lib/controls.module.css'
import pieces from '#desk/lib/pieces.module.css'
import layout from '#ui/layout.module.css'
import { visuallyHidden } from '#ui/visually-hidden.ts'
import { formatCount, noValue } from './chart-labels.ts'
import css from './data-table.module.css'

export interface DataColumn<Row> {
  key: string
  label: string
  /** The value for sorting and for the bar; null if it is missing. */
  read: (row: Row) => number | string | null
  /** Formats a cell; the default is a count. */
  write?: (row: Row) => string
  /** A line of smaller text below the row's name. */
  below?: (row: Row) => string
  /** Also draws a bar whose length is relative to the column's largest value. */
  bar?: 'ink' | 'signal'
}

interface DataTableProps<Row> {
  /** The caption, for screen readers only. */
  caption: string
  /** The columns; the first contains the row's name. */
  columns: readonly DataColumn<Row>[]
  rows: readonly Row[]
  keyOf: (row: Row) => string
  /** The initial order. If it is missing, the table cannot be sorted by its headings. */
  order?: SortOrder
  /** Returns true for the row that sums up all other entries. This row stays last. */
  isRest?: (row: Row) => boolean
  /** The number of rows shown until the user expands the table. */
  most?: number
  empty?: ReactNode
}

/** A table with more rows scrolls in a focusable region. */
const longest = 24

/** A table of figures. On narrow screens, a row's name is above its figures. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, keyOf, isRest = () => false, most = Number.POSITIVE_INFINITY, empty } = props
  const [order, setOrder] = useState(props.order)
  const [isWhole, setWhole] = useState(false)
  if (rows.length === 0 && empty) return <p className={`${layout.soft} ${css.empty}`}>{empty}</p>

  const readAt = (row: Row, key: string) => columns.find((column) => column.key === key)?.read(row) ?? null
  const sorted = order ? sortRows(rows, order, readAt, isRest) : rows
  // One or two hidden rows need no more space than the button that would reveal them, so they are always shown.
  const isCut = rows.length > most + 2
  const shown = isWhole || !isCut ? sorted : sorted.slice(0, most)
  const isLong = shown.length > longest
  const name = columns[0]

  return (
    <>
      <div className={css.room} {...(isLong && { role: 'region', 'aria-label': caption, tabIndex: 0 })}>
        <table className={`${layout.small} ${css.table} ${columns.length > 3 ? css.wide : ''}`}>
          <caption className={visuallyHidden}>{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th
                  key={column.key}
                  scope="col"
                  className={classOf(column, column === name ? css.corner : css.label)}
                  aria-sort={order?.key === column.key ? (order.isDown ? 'descending' : 'ascending') : undefined}
                >
                  {order ? (
                    <button
                      type="button"
                      className={`${controls.bare} ${css.sort}`}
                      onClick={() => setOrder(orderAfterClick(order, column.key, column === name))}
                    >
                      {column.label}
                    </button>
                  ) : (
                    column.label
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <FigureRow key={keyOf(row)} row={row} columns={columns} rows={rows} />
            ))}
          </tbody>
        </table>
      </div>
      {isCut && (
        <button
          type="button"
          className={`${controls.bare} ${controls.words} ${css.all}`}
          onClick={() => setWhole((was) => !was)}
        >
          {isWhole ? `Show only ${most}` : `Show all ${formatCount(rows.length)}`}
        </button>
      )}
    </>
  )
}

function FigureRow<Row>({ row, columns, rows }: Pick<DataTableProps<Row>, 'columns' | 'rows'> & { row: Row }) {
  return (
    <tr>
      {columns.map((column, index) => {
        const value = column.read(row)
        const text = column.write?.(row) ?? (typeof value === 'number' ? formatCount(value) : (value ?? noValue))
        if (index === 0) {
          const below = column.below?.(row)
          return (
            <th key={column.key} scope="row" className={css.name}>
              {text}
              {below && <span className={`${layout.tiny} ${css.below}`}>{below}</span>}
            </th>
          )
        }
        return (
          <td key={column.key} className={classOf(column, css.cell)}>
            {column.bar ? <CellBar text={text} share={shareOf(value, rows, column)} look={column.bar} /> : text}
          </td>
        )
      })}
    </tr>
  )
}

const classOf = <Row,>({ bar }: DataColumn<Row>, name = '') => (bar ? `${name} ${css.barred}` : name)

function shareOf<Row>(value: number | string | null, rows: readonly Row[], column: DataColumn<Row>): number {
  const most = Math.max(...rows.map((row) => Number(column.read(row) ?? 0)))
  return most > 0 ? Number(value ?? 0) / most : 0
}

interface CellBarProps {
  text: string
  /** The value divided by the column's largest value, from 0 to 1. */
  share: number
  look: 'ink' | 'signal'
}

function CellBar({ text, share, look }: CellBarProps) {
  return (
    <span className={`${layout.stack} ${css.withBar}`}>
      <span className={css.figure}>{text}</span>
      <svg className={css.track} width="100%" height="10" aria-hidden="true">
        <rect
          className={look === 'ink' ? pieces.ink : pieces.lit}
          width={`${+(share * 100).toFixed(2)}%`}
          height="10"
        />
      </svg>
    </span>
  )
}

interface SortOrder {
  key: string
  isDown: boolean
}

/** Returns the row's value in a column, or null if there is none. */
type CellReader<Row> = (row: Row, key: string) => number | string | null

/**
 * Sorts rows (stable). In both directions, missing values come after all other values, and the `isRest` row is last.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  order: SortOrder,
  read: CellReader<Row>,
  isRest: (row: Row) => boolean,
): Row[] {
  return rows.toSorted((a, b) => {
    const rest = Number(isRest(a)) - Number(isRest(b))
    if (rest !== 0) return rest
    const [one, other] = [read(a, order.key), read(b, order.key)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    const step = typeof one === 'string' ? one.localeCompare(String(other), 'en') : one - Number(other)
    return order.isDown ? -step : step
  })
}

/**
 * Returns the order after a click on a heading: reversed if the table is already sorted by that column, otherwise
 * descending for figures and ascending for names.
 */
export function orderAfterClick(order: SortOrder, key: string, isName: boolean): SortOrder {
  return order.key === key ? { key, isDown: !order.isDown } : { key, isDown: !isName }
}
