type Known = Readonly<{ id: string }>
/** The ticked rows by id, as they were seen last. */
export type Ticked<Row> = ReadonlyMap<string, Row>

/** Turns the tick of a row, or ticks all rows between it and another one. */
export function turn<Row extends Known>(
  ticked: Ticked<Row>,
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

/** Rows that were on the page and are not now stay unticked; the others are as they are now. */
export function keepUp<Row extends Known>(ticked: Ticked<Row>, before: readonly Row[], now: readonly Row[]) {
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
