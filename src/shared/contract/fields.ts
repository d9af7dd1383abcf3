import * as v from 'valibot'
import { currentZone } from '#shared/lib/time-zone.ts'
import { reasons } from './form-rules.ts'

/** The reason for refusing text that PostgreSQL cannot store. */
export const unstorable = 'contains characters that cannot be stored'

const text = () => v.pipe(v.string('must be text'), v.trim(), v.check(isStorable, unstorable))

/** PostgreSQL cannot store NUL or lone surrogates. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

export const requiredText = (longest: number) =>
  v.pipe(text(), v.minLength(1, 'must not be empty'), v.maxLength(longest, reasons.tooLong(longest)))

/** Optional text; empty text is stored as null. */
export const freeText = (longest: number) =>
  v.pipe(
    v.string('must be text'),
    // One check instead of four, because thousands of interactions with three such fields each can arrive at once.
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = dataset.value.trim()
      if (value.length <= longest && isStorable(value)) return value || null
      addIssue({
        message: isStorable(value) ? reasons.tooLong(longest) : unstorable,
      })
      return NEVER
    }),
  )

const optionalText = (longest: number) => v.optional(v.nullable(freeText(longest)))

/** Optional texts by name, with their maximum lengths. */
export const optionalTexts = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  Object.fromEntries(
    Object.entries<number>(limits).map(([name, longest]) => [name, optionalText(longest)]),
  ) as Record<Name, ReturnType<typeof optionalText>>

/** A stored time zone; the name can be an old one. */
export const timeZone = v.pipe(v.string(), v.transform(currentZone))

/**
 * The email syntax that browsers check (HTML standard, "valid email address").
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const email = (longest: number) =>
  v.pipe(requiredText(longest), v.regex(emailPattern, 'must look like name@example.com'))

/** How a form was filled in: at least one field by the browser, or every field by a person. */
export const fillers = ['person', 'browser'] as const

/**
 * Bot signals in both forms: the honeypot, the seconds between showing and sending the form, and who filled it in. All
 * are optional, and the database evaluates them.
 */
export const suspectFields = {
  filled_by: v.optional(v.nullable(v.picklist(fillers, `must be one of ${fillers.join(', ')}`))),
  budget_note: v.optional(v.nullable(freeText(2000))),
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
export interface Suspicion {
  readonly fill_seconds: number | null
  readonly filled_by: (typeof fillers)[number] | null
}

/** Columns that forms do not show to visitors. */
export type SuspectField = keyof typeof suspectFields

/** An instant with an offset (RFC 3339): `2026-11-25T14:00:00+02:00`. */
export const instant = () =>
  v.pipe(
    v.string('must be text'),
    v.isoTimestamp('must be a date and time with an offset, like 2026-11-25T14:00:00+02:00'),
    v.check(isOnTheCalendar, 'must be a date that exists'),
  )

/** PostgreSQL refuses February 30, the year 0 and an offset of 23 hours, which the pattern above accepts. */
function isOnTheCalendar(value: string): boolean {
  const year = Number(value.slice(0, 4))
  const month = Number(value.slice(5, 7))
  const day = Number(value.slice(8, 10))
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const offsetHours = Number(/[+-](\d\d)(?::?\d\d)?$/.exec(value.slice(19))?.[1] ?? 0)
  return year > 0 && day <= lastDay && offsetHours < 15
}

/**
 * Replaces an unknown value. The database can be newer than this program, for example during a rolling update or in a
 * desk page opened before the update. The row is still shown, without the unknown value.
 */
export const unknownWord = 'unknown'
export type Known<Word extends string> = Word | typeof unknownWord

/** Returns `value` if it is in the list, or else `unknown`; calls `tell` with an unknown value. */
export function knownWord<Word extends string>(
  list: readonly Word[],
  word: string,
  tell?: (word: string) => void,
): Known<Word> {
  const found = list.find((one) => one === word)
  if (found === undefined) tell?.(word)
  return found ?? unknownWord
}

export const known = <Word extends string>(list: readonly Word[]) =>
  v.pipe(
    v.string(),
    v.transform((word) => knownWord(list, word, (strange) => console.warn('unknown value:', strange))),
  )
