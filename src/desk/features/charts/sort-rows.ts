export interface Order {
  key: string
  isDown: boolean
}

/** What the column of this key says of a row; null where it has nothing to say. */
export type Reading<Row> = (row: Row, key: string) => number | string | null

/**
 * Rows in order. What says nothing comes after what does, whichever way; what `isRest` says of a row sums up many
 * and has no place among them: it stays last. Equal rows keep the order in which they came.
 */
export function sortRows<Row>(
  rows: readonly Row[],
  order: Order,
  read: Reading<Row>,
  isRest: (row: Row) => boolean,
): Row[] {
  return rows.toSorted((a, b) => {
    const rest = Number(isRest(a)) - Number(isRest(b))
    if (rest !== 0) return rest
    const [one, other] = [read(a, order.key), read(b, order.key)]
    if (one === null || other === null) return Number(one === null) - Number(other === null)
    const step = typeof one === 'string' ? one.localeCompare(String(other), 'en') : one - Number(other)
    return order.isDown ? -step : step
  })
}

/** A press on a heading: the other way if it is in order already; figures begin with the most, names with A. */
export function pressed(order: Order, key: string, isName: boolean): Order {
  return order.key === key ? { key, isDown: !order.isDown } : { key, isDown: !isName }
}
