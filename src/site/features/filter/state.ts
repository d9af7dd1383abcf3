import type { Findable } from './types.ts'

/** A test for the items that have every word of a query somewhere, whatever its case and accents. */
export function finder(query: string): (item: Findable) => boolean {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return ({ title, subtitle = '', description, features }) => {
    const text = fold([title, subtitle, description, ...features].join('\n'))
    return words.every((word) => text.includes(word))
  }
}

/** Letters without their marks, and one sign for each kind of apostrophe. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase()
