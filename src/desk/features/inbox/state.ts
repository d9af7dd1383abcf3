import type { PageOf } from './types.ts'

interface Arrival<Row> {
  /** What the list shows from now on. */
  shown: PageOf<Row>
  /** What it shall show when somebody asks for it; null when it shows that already. */
  held: PageOf<Row> | null
}

/**
 * Takes in a page that was read anew. While somebody points at a row none may move: what changed is shown where it
 * stands, and what came or went waits. `gone` are the rows that are no longer on the page, as they are now.
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

/** Whether other rows are on the page, or in another order. */
const hasMoved = <Row extends { id: string }>(shown: PageOf<Row>, next: PageOf<Row>): boolean =>
  shown.rows.length !== next.rows.length || shown.rows.some((row, at) => row.id !== next.rows[at]?.id)

/** The rows of one page that another does not have. */
export function without<Row extends { id: string }>(page: PageOf<Row>, other: PageOf<Row>): Row[] {
  const there = new Set(other.rows.map(({ id }) => id))
  return page.rows.filter(({ id }) => !there.has(id))
}
