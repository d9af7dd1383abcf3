/** A position in a list: a row, and the list as it was when the user came to it. */
export interface Place {
  id: string
  ids: readonly string[]
}

/** The same position in the present list. */
interface Found {
  /** The row at that position; undefined if none of the old list is left. */
  id: string | undefined
  /** The nearest old rows that are still present. */
  before: string | undefined
  after: string | undefined
  /** Whether the row itself is present, between the same neighbours. */
  isThere: boolean
}

/**
 * Restores a position. A row that was dealt with leaves the list or moves to another end, where the user does not
 * mean to follow it: the next step goes on from the row after it.
 */
export function findAgain({ id, ids }: Place, now: readonly string[]): Found {
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

/** The row that a step leads to; the first if no row is selected. */
export function stepFrom(place: Place | null, step: 1 | -1, now: readonly string[]): string | undefined {
  const found = place && findAgain(place, now)
  if (!found?.id) return now[0]
  if (!found.isThere) return (step > 0 ? found.after : found.before) ?? found.id
  const next = now.indexOf(found.id) + step
  return now[Math.min(now.length - 1, Math.max(0, next))]
}
