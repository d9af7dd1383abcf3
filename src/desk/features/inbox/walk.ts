/** Where somebody stands in a list: a row, and the list as it was when they came to it. */
export interface Place {
  id: string
  ids: readonly string[]
}

/** Where a place is in the list as it is now. */
interface Found {
  /** The row that stands for it; undefined where none of that list is left. */
  id: string | undefined
  /** The nearest rows of then that are still here. */
  before: string | undefined
  after: string | undefined
  /** Whether the row itself is here, and still between the same others. */
  isThere: boolean
}

/**
 * Finds a place again. A row that was dealt with leaves the list, or goes to another end of it, and nobody means to
 * follow it there: who walks on means the row that came after it.
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

/** The row that a step leads to; without a row it stood at, the first. */
export function stepFrom(place: Place | null, step: 1 | -1, now: readonly string[]): string | undefined {
  const found = place && findAgain(place, now)
  if (!found?.id) return now[0]
  if (!found.isThere) return (step > 0 ? found.after : found.before) ?? found.id
  const next = now.indexOf(found.id) + step
  return now[Math.min(now.length - 1, Math.max(0, next))]
}
