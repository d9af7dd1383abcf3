import * as v from 'valibot'
import { currentZone } from '#shared/lib/time-zone.ts'
import { reasons } from './form-rules.ts'

/** Why text is refused that PostgreSQL could not store at all. */
export const unstorable = 'holds characters that cannot be stored'

const text = () => v.pipe(v.string('must be text'), v.trim(), v.check(isStorable, unstorable))

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

/** Text that must hold something besides white space. */
export const requiredText = (longest: number) =>
  v.pipe(text(), v.minLength(1, 'must not be empty'), v.maxLength(longest, reasons.tooLong(longest)))

/** Text that may be left out; nothing typed is stored as null, so that 'empty' has one spelling. */
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

/** Texts that may be left out, by their longest. */
export const optionalTexts = <Name extends string>(limits: Readonly<Record<Name, number>>) =>
  Object.fromEntries(
    Object.entries<number>(limits).map(([name, longest]) => [name, optionalText(longest)]),
  ) as Record<Name, ReturnType<typeof optionalText>>

/** A zone that is stored, perhaps by a name of before. */
export const timeZone = v.pipe(v.string(), v.transform(currentZone))

/**
 * The e-mail shape that browsers check (HTML standard, 'valid e-mail address').
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const email = (longest: number) =>
  v.pipe(requiredText(longest), v.regex(emailPattern, 'must look like name@example.com'))

/** Who filled in a form: the browser, with what it keeps for its visitor, at least one field; or a person alone. */
export const fillers = ['person', 'browser'] as const

/**
 * What tells a program from a person, in both forms: a field that people never see and browsers know no value for,
 * the seconds from the moment the form was shown until it was sent, and who filled it in. The database judges; nobody
 * has to send them.
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

/** What a form with script says about itself. */
export interface Suspicion {
  readonly fill_seconds: number | null
  readonly filled_by: (typeof fillers)[number] | null
}

/** Columns that no visitor is asked for. */
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
