import * as v from 'valibot'
import { checkSignal } from '#shared/lib/color.ts'
import { isTimeZone } from '#shared/lib/time-zone.ts'
import { email } from './fields.ts'
import type { SiteEntry, SiteValue, SiteWord } from './site.ts'

/** Paths whose values are not sentences, and the editable lists. */
export const sitePaths = {
  name: 'brand.name',
  shortName: 'brand.shortName',
  mailbox: 'brand.email',
  senderName: 'brand.senderName',
  links: 'brand.links.',
  logo: 'look.logo',
  signal: 'look.signal',
  people: 'people.team',
  testimonials: 'successKit.testimonials',
  steps: 'exampleCaseStudy.steps',
} as const

/** The value of a link to a channel that the provider does not have. */
export const noLink = '#'

const hasControls = (text: string) => /[\p{Cc}\u2028\u2029]/u.test(text) || !text.isWellFormed()
const controlsSays = 'Remove line breaks and control characters.'
const tooLong = (text: string, longest: number) => `Use at most ${longest} characters. This text has ${text.length}.`

/** Says which name in braces has no value, or returns null. */
function checkNames(text: string, known: ReadonlySet<string>): string | null {
  for (const [, name = ''] of text.matchAll(/\{([^{}]*)\}/g))
    if (!known.has(name)) return `The site has no value for {${name}}. Correct the name, or remove the braces.`
  return null
}

const picturePath = /^\/files\/[0-9a-f]{64}\.(png|svg)$/
const pictureSays = 'Upload the picture again.'

/** Checks values that programs read. Returns undefined for other paths. */
function checkSpecial(path: string, text: string): string | null | undefined {
  if (path === sitePaths.mailbox) return v.is(email(254), text) ? null : 'Enter an email address: name@example.com.'
  if (path === sitePaths.signal) return checkSignal(text)
  if (path === sitePaths.logo) return text === '' || picturePath.test(text) ? null : pictureSays
  if (!path.startsWith(sitePaths.links)) return undefined
  if (text.length > 500) return tooLong(text, 500)
  const isUrl = /^https:\/\/\S+$/i.test(text) && URL.canParse(text)
  return text === noLink || isUrl ? null : 'Enter an address that starts with https://, or leave the field empty.'
}

/**
 * Returns what is wrong with a text, or null. `known` contains the names of the values that every text can contain; the
 * text can also contain the names of its original.
 */
export function checkSiteText(word: SiteWord, text: string, known: ReadonlySet<string>): string | null {
  const special = checkSpecial(word.path, text)
  if (special !== undefined) return special
  const hasBreaks = typeof word.original === 'string' && word.original.includes('\n')
  if (hasControls(hasBreaks ? text.replaceAll('\n', '') : text)) return controlsSays
  if (text.trim() === '') return word.isOptional ? null : 'Enter a text. This field cannot be empty.'
  const unknown = checkNames(text, new Set([...known, ...word.names]))
  if (unknown) return unknown
  const own = word.path === sitePaths.name ? 'provider' : /^claims\.(\w+)$/.exec(word.path)?.[1]
  if (text.includes(`{${own}}`)) return `Remove {${own}}: this field sets that value.`
  const missing = word.names.find((name) => !text.includes(`{${name}}`))
  if (missing !== undefined) return `Keep {${missing}}: the site puts a value there.`
  return text.length > word.longest ? tooLong(text, word.longest) : null
}

const line = (longest: number) =>
  v.pipe(
    v.string('Enter a text.'),
    v.check((text) => text.trim() !== '', 'Enter a text.'),
    v.check((text) => !hasControls(text), controlsSays),
    v.maxLength(longest, ({ input }) => tooLong(input, longest)),
  )
const wholeWithin = (least: number, most: number) => {
  const says = `Enter a whole number from ${least} to ${most}.`
  return v.pipe(v.number(says), v.integer(says), v.minValue(least, says), v.maxValue(most, says))
}
const flag = v.optional(v.boolean())
const flags = { isSample: flag, isHidden: flag }

const zone = v.pipe(
  v.string(),
  v.check((name) => isTimeZone(name), 'Choose a time zone from the list.'),
)
const portrait = v.optional(v.pipe(v.string(), v.regex(picturePath, pictureSays)))
const hours = { from: wholeWithin(0, 23), to: wholeWithin(1, 24) }

const person = v.pipe(
  v.strictObject({
    ...{ name: line(60), does: line(20), role: line(40), text: line(240), city: line(40) },
    ...{ zone, ...hours, portrait, ...flags },
  }),
  v.forward(
    v.check(({ from, to }) => from < to, 'The end must be later than the start.'),
    ['to'],
  ),
)
const testimonial = v.strictObject({
  ...{ quote: line(300), author: line(60), title: line(80), rating: wholeWithin(1, 5), ...flags },
})
const step = v.strictObject({ time: line(10), who: line(30), what: line(200), isPartner: flag, ...flags })

const lists: Readonly<Record<string, { most: number; entry: v.GenericSchema }>> = {
  [sitePaths.people]: { most: 12, entry: person },
  [sitePaths.testimonials]: { most: 12, entry: testimonial },
  [sitePaths.steps]: { most: 16, entry: step },
}

/** The maximum number of entries in a list. */
export const siteListLimit = (path: string): number => lists[path]?.most ?? 0

/** Returns the first problem of a list's entry, or null. `field` is empty if the problem concerns the complete entry. */
export function checkSiteEntry(
  path: string,
  entry: SiteEntry,
  known: ReadonlySet<string>,
): { readonly field: string; readonly says: string } | null {
  const list = lists[path]
  if (!list) return { field: '', says: 'This list cannot be changed.' }
  const { success, issues } = v.safeParse(list.entry, entry)
  if (!success) return { field: String(issues[0].path?.[0]?.key ?? ''), says: issues[0].message }
  for (const [field, value] of Object.entries(entry)) {
    const says = checkNames(String(value), known)
    if (says) return { field, says }
  }
  return null
}

/** Checks the new value of any path. Returns what is wrong, or null. */
export function checkSiteValue(word: SiteWord, value: SiteValue, known: ReadonlySet<string>): string | null {
  if (typeof value === 'string')
    return typeof word.original === 'string' ? checkSiteText(word, value, known) : 'This path contains a list.'
  if (typeof word.original === 'string') return 'This path contains a text.'
  if (value.length > siteListLimit(word.path)) return `Use at most ${siteListLimit(word.path)} entries.`
  for (const [index, entry] of value.entries()) {
    const problem = checkSiteEntry(word.path, entry, known)
    if (problem) return `Entry ${index + 1}, ${problem.field || 'all fields'}: ${problem.says}`
  }
  return null
}
