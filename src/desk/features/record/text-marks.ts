import type { DeskPerson } from '#shared/contract/desk-people.ts'

/** The text and the names in it with their `@`, by turns; a longer name is found before one that it begins with. */
export function atNames(body: string, names: readonly string[]): string[] {
  if (names.length === 0) return [body]
  const any = names
    .toSorted((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return body.split(new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${any.join('|')}))(?![\\p{L}\\p{N}])`, 'giu'))
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The ids of the people who are named with `@`; of two with one name both. */
export function namedIn(body: string, people: readonly DeskPerson[]): string[] {
  const parts = atNames(
    body,
    people.map(({ name }) => name),
  )
  const isNamed = ({ name }: DeskPerson) => parts.some((part, at) => at % 2 === 1 && same(part, `@${name}`))
  return people.filter(isNamed).map(({ id }) => id)
}

/** The people whose name is being typed at the end of `before`, the text before the caret. */
export function offeredAfter(before: string, people: readonly DeskPerson[]): DeskPerson[] {
  const typed = /(?:^|[\s(])@([^\n@]*)$/u.exec(before)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  return people.filter(({ name }) => ` ${name.toLowerCase()}`.includes(` ${typed}`)).slice(0, 6)
}

/** What the fields of a template stand for. The link is a key, which only the letter holds. */
export const replyFields = ['name', 'company', 'time', 'link'] as const

export interface FieldValues {
  name: string
  company: string
  /** The time of the call, or the requested time with the words that it is not confirmed; null without one. */
  time: string | null
}

const field = /\{([^{}\s]*)\}/g

/** The text with what is known; a field without a value stays, for its author to see. */
export const filledIn = (body: string, values: FieldValues): string =>
  body.replaceAll(field, (whole, name: string) => values[name as keyof FieldValues] ?? whole)

/** A field in the text that does not exist, or that nobody has filled in; null if there is none. */
export const strayField = (body: string, allowed: readonly string[]): string | null =>
  [...body.matchAll(field)].find(([, name = '']) => !allowed.includes(name))?.[0] ?? null
