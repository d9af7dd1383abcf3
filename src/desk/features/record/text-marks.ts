import type { TeamMember } from '#shared/contract/team.ts'

/** Splits text into alternating plain and `@name` parts. If one name starts with another, the longer one matches. */
export function splitAtMentions(body: string, names: readonly string[]): string[] {
  if (names.length === 0) return [body]
  const any = names.toSorted((a, b) => b.length - a.length).map((name) => name.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
  return body.split(new RegExp(`(?<![\\p{L}\\p{N}])(@(?:${any.join('|')}))(?![\\p{L}\\p{N}])`, 'giu'))
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** The name as typed in a note, without the marks that isolate right-to-left text. */
export const typedName = (name: string) => name.replace(/[\u2066-\u2069]/g, '')

/** The names with which a note can mention a member: alone, or with the email address if others have the same name. */
export function mentionNames({ name, email }: TeamMember): string[] {
  const plain = typedName(name).replace(` (${email})`, '')
  return [plain, `${plain} (${email})`]
}

/** Returns the ids of the members mentioned with `@`. A name without an email address mentions everyone with that name. */
export function mentionedIn(body: string, people: readonly TeamMember[]): string[] {
  const parts = splitAtMentions(body, people.flatMap(mentionNames))
  const isNamed = (person: TeamMember) =>
    mentionNames(person).some((name) => parts.some((part, at) => at % 2 === 1 && same(part, `@${name}`)))
  return people.filter(isNamed).map(({ id }) => id)
}

/** Returns the members whose name is being typed at the end of `before`, the text before the caret. */
export function suggestMembers(before: string, people: readonly TeamMember[]): TeamMember[] {
  const typed = /(?:^|[\s(])@([^\n@]*)$/u.exec(before)?.[1]?.toLowerCase()
  if (typed === undefined) return []
  return people.filter(({ name }) => ` ${typedName(name).toLowerCase()}`.includes(` ${typed}`)).slice(0, 6)
}

/** The fields of a template. The desk does not fill in the link, because only the email may contain the link's key. */
export const replyFields = ['name', 'company', 'time', 'link'] as const

export interface FieldValues {
  name: string
  company: string
  /**
   * The time of the call, or the requested time with a remark that the time is not confirmed; null if the booking
   * has no time.
   */
  time: string | null
}

const field = /\{([^{}\s]*)\}/g

/** Fills in the known fields in a template. A field without a value stays in the text, so that the author sees it. */
export const fillTemplate = (body: string, values: FieldValues): string =>
  body.replaceAll(field, (whole, name: string) => values[name as keyof FieldValues] ?? whole)

/** Returns the first field in the text that is unknown or not filled in, or null if there is none. */
export const unfilledField = (body: string, allowed: readonly string[]): string | null =>
  [...body.matchAll(field)].find(([, name = '']) => !allowed.includes(name))?.[0] ?? null
