export interface Order {
  key: string
  isDown: boolean
}

/** The row's value in this column; null where it has none. */
export type Reading<Row> = (row: Row, key: string) => number | string | null

/**
 * Sorts rows. Missing values come last in both directions, and so does the row that sums up many (`isRest`). The sort
 * is stable.
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

/** A click on the sorted column reverses it; on another, figures begin descending and names ascending. */
export function pressed(order: Order, key: string, isName: boolean): Order {
  return order.key === key ? { key, isDown: !order.isDown } : { key, isDown: !isName }
}
