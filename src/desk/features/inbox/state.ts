import type { PageOf } from './types.ts'

export interface Arrival<Row> {
  shown: PageOf<Row>
  /** The page that waits to be shown; null when it is shown already. */
  held: PageOf<Row> | null
}

/**
 * Merges a refetched page. While a row is hovered or focused no row may move: changed rows are updated in place, and
 * added or removed ones wait. `gone` has the present values of the rows that left the page.
 */
export function takeIn<Row extends { id: string }>(
  shown: PageOf<Row>,
  next: PageOf<Row>,
  mayMove: boolean,
  gone: readonly Row[] = [],
): Arrival<Row> {
  if (mayMove || !hasMoved(shown, next)) return { shown: next, held: null }
  const known = new Map([...gone, ...next.rows].map((row) => [row.id, row]))
  return {
    shown: { ...next, rows: shown.rows.map((row) => known.get(row.id) ?? row) },
    held: next,
  }
}

/** Whether the page has other rows, or another order. */
const hasMoved = <Row extends { id: string }>(shown: PageOf<Row>, next: PageOf<Row>): boolean =>
  shown.rows.length !== next.rows.length || shown.rows.some((row, at) => row.id !== next.rows[at]?.id)

export function without<Row extends { id: string }>(page: PageOf<Row>, other: PageOf<Row>): Row[] {
  const there = new Set(other.rows.map(({ id }) => id))
  return page.rows.filter(({ id }) => !there.has(id))
}
