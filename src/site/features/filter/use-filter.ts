import { useState } from 'react'

/** A list narrowed to one of its categories; `all` leaves it whole. */
export function useFilter<Item extends { readonly category: string }>(
  items: readonly Item[],
  first: 'all' | Item['category'],
) {
  const [chosen, choose] = useState(first)
  const shown = items.filter((item) => chosen === 'all' || item.category === chosen)
  return { chosen, choose, shown }
}
