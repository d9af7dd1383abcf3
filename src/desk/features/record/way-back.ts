/**
 * The moves that undo one: directly back, or to new first and then on, as far as they are allowed. Null if there is
 * no such way, or nothing was ended.
 */
export function wayBack<Status extends string>(
  from: Status,
  to: Status,
  moves: Readonly<Record<Status, readonly Status[]>>,
  start: Status,
): Status[] | null {
  if (to === from || to === start) return null
  if (moves[to].includes(from)) return [from]
  if (!moves[to].includes(start)) return null
  return from !== start && moves[start].includes(from) ? [start, from] : [start]
}
