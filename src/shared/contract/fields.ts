import * as v from 'valibot'
import { currentZoneName } from '#shared/lib/time-zone.ts'
import { refusalReasons } from './form-rules.ts'

/** The reason for refusing text that PostgreSQL cannot store. */
export const unstorableReason = 'contains characters that cannot be stored'

const text = () => v.pipe(v.string('must be text'), v.trim(), v.check(isStorable, unstorableReason))

/** PostgreSQL cannot store NUL or lone surrogates. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

export const requiredText = (longest: number) =>
  v.pipe(text(), v.minLength(1, 'must not be empty'), v.maxLength(longest, refusalReasons.tooLong(longest)))

/** An optional string; an empty string is stored as null. */
export const optionalTrimmedText = (longest: number) =>
  v.pipe(
    v.string('must be text'),
    // This is one check instead of four, because thousands of interactions with three such fields each can arrive at
    // once.
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = dataset.value.trim()
      if (value.length <= longest && isStorable(value)) return value || null
      addIssue({
        message: isStorable(value) ? refusalReasons.tooLong(longest) : unstorableReason,
      })
      return NEVER
    }),
  )

const optionalText = (longest: number) => v.optional(v.nullable(optionalTrimmedText(longest)))

/** Optional text fields by name, with their maximum lengths. */
export const optionalTexts = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  Object.fromEntries(Object.entries<number>(limits).map(([name, longest]) => [name, optionalText(longest)])) as Record<
    Name,
    ReturnType<typeof optionalText>
  >

/** The name of a stored time zone; the name can be outdated. */
export const timeZone = v.pipe(v.string(), v.transform(currentZoneName))

/**
 * The email syntax that browsers check (HTML standard, "valid email address").
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const email = (longest: number) =>
  v.pipe(requiredText(longest), v.regex(emailPattern, 'must look like name@example.com'))

/** Ways to fill in a form: the browser fills in at least one field, or a person fills in every field. */
export const fillMethods = ['person', 'browser'] as const

/**
 * Bot signals in both forms: the honeypot, the seconds from showing the form to sending it, and who filled it in. All
 * of these signals are optional, and the database evaluates them.
 */
export const spamSignalFields = {
  filled_by: v.optional(v.nullable(v.picklist(fillMethods, `must be one of ${fillMethods.join(', ')}`))),
  budget_note: v.optional(v.nullable(optionalTrimmedText(2000))),
  fill_seconds: v.optional(
    v.nullable(
      v.pipe(
        v.number('must be a number'),
        v.minValue(0, 'must not be negative'),
        v.maxValue(1e9, 'must be at most 1000000000'),
      ),
    ),
  ),
}

/** The bot signals that a form sends when JavaScript is available. */
export interface SpamSignals {
  readonly fill_seconds: number | null
  readonly filled_by: (typeof fillMethods)[number] | null
}

/** Columns that forms do not show to visitors. */
export type SpamSignalField = keyof typeof spamSignalFields

/** An instant with an offset (RFC 3339): `2026-11-25T14:00:00+02:00`. */
export const instant = () =>
  v.pipe(
    v.string('must be text'),
    v.isoTimestamp('must be a date and time with an offset, like 2026-11-25T14:00:00+02:00'),
    v.check(isExistingDate, 'must be a date that exists'),
  )

/** The pattern above accepts February 30, the year 0 and an offset of 23 hours, but PostgreSQL refuses these values. */
function isExistingDate(value: string): boolean {
  const year = Number(value.slice(0, 4))
  const month = Number(value.slice(5, 7))
  const day = Number(value.slice(8, 10))
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const offsetHours = Number(/[+-](\d\d)(?::?\d\d)?$/.exec(value.slice(19))?.[1] ?? 0)
  return year > 0 && day <= lastDay && offsetHours < 15
}

/**
 * Replaces an unknown value. The database can be newer than this program, for example during a rolling update, or if a
 * desk page was opened before the update. The row is still shown, without the unknown value.
 */
export const unknownValue = 'unknown'
export type KnownValue<Word extends string> = Word | typeof unknownValue

/** Returns `value` if it is in the list; otherwise, reports it to `tell` and returns `unknown`. */
export function toKnownValue<Word extends string>(
  list: readonly Word[],
  word: string,
  tell?: (word: string) => void,
): KnownValue<Word> {
  const found = list.find((one) => one === word)
  if (found === undefined) tell?.(word)
  return found ?? unknownValue
}

export const knownValue = <Word extends string>(list: readonly Word[]) =>
  v.pipe(
    v.string(),
    v.transform((word) => toKnownValue(list, word, (strange) => console.warn('unknown value:', strange))),
  )
