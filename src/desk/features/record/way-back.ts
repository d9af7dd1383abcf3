/**
 * The moves that undo one: straight back to where it was, or first to new and then on, as far as that is allowed. Null
 * when there is no way back, and when nothing was ended.
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
