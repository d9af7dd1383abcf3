/**
 * The moves that undo one: first to new, then on to where it was, as far as that is allowed. Null when there is no way
 * back, and when nothing was ended.
 */
export function wayBack<Status extends string>(
  from: Status,
  to: Status,
  moves: Readonly<Record<Status, readonly Status[]>>,
  start: Status,
): Status[] | null {
  if (!moves[to].includes(start) || to === from) return null
  return from !== start && moves[start].includes(from) ? [start, from] : [start]
}
