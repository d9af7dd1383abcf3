import * as v from 'valibot'
import { currentZone } from '#shared/lib/time-zone.ts'
import { reasons } from './form-rules.ts'

/** The reason for text that PostgreSQL cannot store. */
export const unstorable = 'holds characters that cannot be stored'

const text = () => v.pipe(v.string('must be text'), v.trim(), v.check(isStorable, unstorable))

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

export const requiredText = (longest: number) =>
  v.pipe(text(), v.minLength(1, 'must not be empty'), v.maxLength(longest, reasons.tooLong(longest)))

/** Optional text; empty text is stored as null, so that there is only one form of 'empty'. */
export const freeText = (longest: number) =>
  v.pipe(
    v.string('must be text'),
    // One check instead of four: each interaction has three such fields, and thousands arrive at once.
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

/** Optional texts with their greatest lengths. */
export const optionalTexts = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  Object.fromEntries(
    Object.entries<number>(limits).map(([name, longest]) => [name, optionalText(longest)]),
  ) as Record<Name, ReturnType<typeof optionalText>>

/** A stored zone, which may have an old name. */
export const timeZone = v.pipe(v.string(), v.transform(currentZone))

/**
 * The e-mail shape that browsers check (HTML standard, 'valid e-mail address').
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const email = (longest: number) =>
  v.pipe(requiredText(longest), v.regex(emailPattern, 'must look like name@example.com'))

/** How a form was filled in: with stored values of the browser in at least one field, or only by a person. */
export const fillers = ['person', 'browser'] as const

/**
 * Signs of a program, in both forms: a field that people never see and browsers have no value for, the seconds from the
 * first display of the form until it was sent, and who filled it in. They are optional, and the database judges them.
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

/** The signs that a form with script sends. */
export interface Suspicion {
  readonly fill_seconds: number | null
  readonly filled_by: (typeof fillers)[number] | null
}

/** Columns that no form shows to visitors. */
export type SuspectField = keyof typeof suspectFields

/** An instant with its offset, as RFC 3339 writes it: `2026-11-25T14:00:00+02:00`. */
export const instant = () =>
  v.pipe(
    v.string('must be text'),
    v.isoTimestamp('must be a date and time with offset, like 2026-11-25T14:00:00+02:00'),
    v.check(isOnTheCalendar, 'must be a date that exists'),
  )

/** The pattern above lets 30 February, the year 0 and an offset of 23 hours through; PostgreSQL does not. */
function isOnTheCalendar(value: string): boolean {
  const year = Number(value.slice(0, 4))
  const month = Number(value.slice(5, 7))
  const day = Number(value.slice(8, 10))
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
  const offsetHours = Number(/[+-](\d\d)(?::?\d\d)?$/.exec(value.slice(19))?.[1] ?? 0)
  return year > 0 && day <= lastDay && offsetHours < 15
}

/**
 * Replaces a word that is not in its list: the database may be of a later release than this program, if another server
 * was just updated, or a page of the desk was opened before. The row is shown without that word, and hides no others.
 */
export const unknownWord = 'unknown'
export type Known<Word extends string> = Word | typeof unknownWord

/** A word of the list, or `unknown`; `tell` gets the unknown word. */
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
    v.transform((word) =>
      knownWord(list, word, (strange) => console.warn('unknown to this release:', strange)),
    ),
  )
