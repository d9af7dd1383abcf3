import type { Findable } from './types.ts'

/** Returns a predicate for the items that contain every word of a query, ignoring case and accents. */
export function finder(query: string): (item: Findable) => boolean {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return ({ title, subtitle = '', description, features }) => {
    const text = fold([title, subtitle, description, ...features].join('\n'))
    return words.every((word) => text.includes(word))
  }
}

/** Removes diacritics, and unifies apostrophes. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
