/** What the fields of a template stand for. The link is a key, which only the letter holds. */
export const replyFields = ['name', 'company', 'time', 'link'] as const

export interface FieldValues {
  name: string
  company: string
  /** The time of the call; null without one. */
  time: string | null
}

const field = /\{([^{}\s]*)\}/g

/** The text with what is known; a field without a value stays, for its author to see. */
export const filledIn = (body: string, values: FieldValues): string =>
  body.replaceAll(field, (whole, name: string) => values[name as keyof FieldValues] ?? whole)

/** A field in the text that does not exist, or that nobody has filled in; null if there is none. */
export const strayField = (body: string, allowed: readonly string[]): string | null =>
  [...body.matchAll(field)].find(([, name = '']) => !allowed.includes(name))?.[0] ?? null
