import type { Scanner } from './scanner.ts'

const quoted = /"((?:[^"\\]|\\.)*)"(?=[,)])/sy
const arrayLiteral = /\{[^{}]*\}(?=[,)])/y
const plain = /[^,)]*/y

const mostItems = 1000

/**
 * One value among others: quoted if it contains a character that would end it, with backslashes before quotes and
 * backslashes. A quote that does not enclose the whole value is part of it.
 */
function readItem(scanner: Scanner): string {
  const text = scanner.take(quoted)?.[1]
  return text === undefined ? (scanner.take(plain)?.[0] ?? '') : text.replace(/\\(.)/gs, '$1')
}

/** `(a,"b,c",d)`; nothing between the brackets is a list without items. */
export function readList(scanner: Scanner): string[] {
  scanner.expect(/\(/y)
  const items: string[] = []
  if (scanner.take(/\)/y)) return items
  do {
    if (items.length === mostItems) scanner.fail(`At most ${mostItems} values in one list`)
    items.push(readItem(scanner))
  } while (scanner.take(/,/y))
  scanner.expect(/\)/y)
  return items
}

/** A value inside of `or=(…)`, which commas and brackets end. */
export function readGroupedValue(scanner: Scanner): string {
  return scanner.take(arrayLiteral)?.[0] ?? readItem(scanner)
}

/**
 * Brackets, `!` and `-` nest values. At thousands of levels, or thirty `!`, PostgreSQL fails as if by a bug of ours.
 */
const deepest = 100
const longestRun = 20

export function isTooDeep(value: string): boolean {
  let depth = 0
  let run = 0
  for (const character of value) {
    if ('([{'.includes(character)) depth++
    else if (')]}'.includes(character)) depth = Math.max(0, depth - 1)
    run = '!-'.includes(character) ? run + 1 : /\s/.test(character) ? run : 0
    if (depth > deepest || run > longestRun) return true
  }
  return false
}
