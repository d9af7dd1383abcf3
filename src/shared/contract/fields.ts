import * as v from 'valibot'

const text = () => v.pipe(v.string('must be text'), v.trim(), v.check(isStorable, 'holds characters that cannot be stored'))

/** PostgreSQL stores neither NUL nor half of a surrogate pair. */
function isStorable(value: string): boolean {
  return !value.includes('\u0000') && value.isWellFormed()
}

/** Text that must hold something besides white space. */
export const requiredText = (longest: number) =>
  v.pipe(text(), v.minLength(1, 'must not be empty'), v.maxLength(longest, `must have at most ${longest} characters`))

/** Text that may be empty. */
export const freeText = (longest: number) =>
  v.pipe(text(), v.maxLength(longest, `must have at most ${longest} characters`))

/**
 * The e-mail shape that browsers check (HTML standard, 'valid e-mail address').
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/

export const email = (longest: number) =>
  v.pipe(requiredText(longest), v.regex(emailPattern, 'must look like name@example.com'))

/** An instant with its offset, as RFC 3339 writes it: `2026-11-25T14:00:00+02:00`. */
export const instant = () =>
  v.pipe(v.string('must be text'), v.isoTimestamp('must be a date and time with offset, like 2026-11-25T14:00:00+02:00'))
