/** The ticked rows by id, as they were seen last. */
export type Ticked<Row> = ReadonlyMap<string, Row>

/** Turns the tick of a row, or ticks all rows between it and another one. */
export function turn<Row extends { id: string }>(
  ticked: Ticked<Row>,
  rows: readonly Row[],
  id: string,
  other: string | undefined,
): Ticked<Row> {
  const place = (one: string | undefined) => rows.findIndex((row) => row.id === one)
  const [from = 0, until = 0] = [place(id), place(other)].toSorted((one, next) => one - next)
  const next = new Map(ticked)
  if (from < 0 && next.delete(id)) return next
  for (const row of from < 0 ? rows.filter((one) => one.id === id) : rows.slice(from, until + 1))
    next.set(row.id, row)
  return next
}

/** Rows that were on the page and are not now stay unticked; the others are as they are now. */
export function keepUp<Row extends { id: string }>(
  ticked: Ticked<Row>,
  before: readonly Row[],
  now: readonly Row[],
): Ticked<Row> {
  const next = new Map(ticked)
  for (const { id } of before) next.delete(id)
  for (const row of now) if (ticked.has(row.id)) next.set(row.id, row)
  return next
}

/** '17 marked as spam, 3 were changed meanwhile and left.' */
export function outcome(words: string, done: number, asked: number): string {
  const left = asked - done
  const rest = left === 0 ? '' : `, ${left} ${left === 1 ? 'was' : 'were'} changed meanwhile and left`
  return `${done === 0 ? 'None' : done} ${words}${rest}.`
}
