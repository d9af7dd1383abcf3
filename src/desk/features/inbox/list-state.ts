import type { ListPage } from './list-request.ts'

export interface MergedPage<Row> {
  shown: ListPage<Row>
  /** A refetched page that waits to be shown; null if no page is waiting. */
  held: ListPage<Row> | null
}

/**
 * Merges a refetched page. While a row is hovered or focused, no row may move: changed rows are updated in place, and
 * added or removed rows wait. `gone` contains the current values of the rows that left the page.
 */
export function mergePage<Row extends { id: string }>(
  shown: ListPage<Row>,
  next: ListPage<Row>,
  mayMove: boolean,
  gone: readonly Row[] = [],
): MergedPage<Row> {
  if (mayMove || !hasMoved(shown, next)) return { shown: next, held: null }
  const known = new Map([...gone, ...next.rows].map((row) => [row.id, row]))
  return {
    shown: { ...next, rows: shown.rows.map((row) => known.get(row.id) ?? row) },
    held: next,
  }
}

/** True if the rows or their order differ. */
const hasMoved = <Row extends { id: string }>(shown: ListPage<Row>, next: ListPage<Row>): boolean =>
  shown.rows.length !== next.rows.length || shown.rows.some((row, at) => row.id !== next.rows[at]?.id)

export function rowsNotIn<Row extends { id: string }>(page: ListPage<Row>, other: ListPage<Row>): Row[] {
  const there = new Set(other.rows.map(({ id }) => id))
  return page.rows.filter(({ id }) => !there.has(id))
}

/** A position in a list: the selected row, and the list's rows when it was selected. */
export interface ListPosition {
  id: string
  ids: readonly string[]
}

/** The same position in the current list. */
interface CurrentPosition {
  /** The row at this position; undefined if no old row remains. */
  id: string | undefined
  /** The nearest old rows that are still in the current list. */
  before: string | undefined
  after: string | undefined
  /** True if the row is still in the list and has the same neighbors. */
  isThere: boolean
}

/**
 * Finds a position again after the list has changed. A changed row may leave the list or move to the list's other end.
 * The user does not want to follow that row, so the next step continues from the row that came after it.
 */
export function restorePosition({ id, ids }: ListPosition, now: readonly string[]): CurrentPosition {
  const at = ids.indexOf(id)
  const places = new Map(now.map((each, place) => [each, place]))
  const isHere = (each: string) => places.has(each)
  const before = ids.slice(0, Math.max(0, at)).findLast(isHere)
  const after = ids.slice(at + 1).find(isHere)
  const placeOf = (each: string | undefined) => (each === undefined ? undefined : places.get(each))
  const own = placeOf(id)
  const isThere =
    own !== undefined &&
    (placeOf(before) ?? Number.NEGATIVE_INFINITY) < own &&
    own < (placeOf(after) ?? Number.POSITIVE_INFINITY)
  return { id: isThere ? id : (after ?? before), before, after, isThere }
}

/** Returns the next or previous row, or the first row if none is selected. */
export function rowAfterStep(place: ListPosition | null, step: 1 | -1, now: readonly string[]): string | undefined {
  const found = place && restorePosition(place, now)
  if (!found?.id) return now[0]
  if (!found.isThere) return (step > 0 ? found.after : found.before) ?? found.id
  const next = now.indexOf(found.id) + step
  return now[Math.min(now.length - 1, Math.max(0, next))]
}

type Known = Readonly<{ id: string }>
/** The selected rows as last loaded, by id. */
export type SelectedRows<Row> = ReadonlyMap<string, Row>

/** Selects or deselects a row, or selects all rows between two rows. */
export function toggleRows<Row extends Known>(
  ticked: SelectedRows<Row>,
  rows: readonly Row[],
  id: string,
  other: string,
) {
  const from = rows.findIndex((row) => row.id === id || row.id === other)
  const until = rows.findLastIndex((row) => row.id === id || row.id === other)
  const next = new Map(ticked)
  if (from === until && next.delete(id)) return next
  for (const row of rows.slice(from, until + 1)) next.set(row.id, row)
  return next
}

/** Updates the selected rows of a page, and deselects rows that have left the page. */
export function updateSelection<Row extends Known>(
  ticked: SelectedRows<Row>,
  before: readonly Row[],
  now: readonly Row[],
) {
  const next = new Map(ticked)
  for (const { id } of before) next.delete(id)
  for (const row of now) if (ticked.has(row.id)) next.set(row.id, row)
  return next
}

/** '17 marked as spam, 3 skipped (changed by someone else).' */
export function bulkResultText(words: string, done: number, asked: number): string {
  const left = asked - done
  const rest = left === 0 ? '' : `, ${left} skipped (changed by someone else)`
  return `${done === 0 ? 'None' : done} ${words}${rest}.`
}
