import * as v from 'valibot'
import { email } from '#shared/contract/fields.ts'
import { googleCalendarLink } from '#shared/lib/calendar-file.ts'

/**
 * Functions that make user input safe for an email. These functions do not escape the input, because React and the
 * other libraries do.
 */

/**
 * Characters that are invisible or change the writing direction, and could therefore make one string look like another.
 */
const invisibleCharacters = /[\p{Bidi_Control}\u00ad\u200b\u2060-\u2064\ufeff\ufff9-\ufffb]/gu

/** Every line break that any program recognizes. */
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/g

/** Returns the text as one line of at most `most` characters. */
export function oneLine(text: string, most = 200): string {
  const line = text
    .toWellFormed()
    .replace(invisibleCharacters, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  return characters.length <= most
    ? line
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

export const linesOf = (text: string): string[] =>
  text
    .toWellFormed()
    .replace(invisibleCharacters, '')
    .split(lineBreak)
    .map((line) => line.replace(/\p{Cc}+/gu, ' ').trimEnd())

/**
 * The name with which to greet a visitor, or null. Anyone can request a call in another person's name, so an email
 * repeats only text that looks like a name: no long sentence, and nothing that an email program would turn into a link.
 */
export function greetableName(text: string): string | null {
  const name = text.trim()
  const looksLikeOne = /^\p{L}(?:[\p{L}\p{M} '’-]|\.(?!\p{L}))*$/u.test(name)
  return looksLikeOne && name.length <= 60 && name.split(' ').length <= 6 ? name : null
}

/**
 * A phone number that is safe to repeat in an email, or null. Such a number contains only digits and separators, so it
 * cannot contain words.
 */
export function repeatablePhone(text: string): string | null {
  const number = oneLine(text, 60)
  return /^\+?[\d ()-]{5,30}$/.test(number) && (number.match(/\d/g)?.length ?? 0) >= 5 ? number : null
}

/** True if a host's text is a link that an email may contain. */
export const isHttps = (text: string): boolean => /^https:\/\/[^\s<>"\p{Cc}\p{Bidi_Control}]+$/u.test(text)

const address = email(254)

export const urlBelow = (siteUrl: string, path: string): string => `${siteUrl.replace(/\/+$/, '')}${path}`

export const deskLink = (siteUrl: string, what: 'booking' | 'message', id: string): string =>
  urlBelow(siteUrl, `/desk/${what}s?item=${encodeURIComponent(id)}`)

/** True if the text is a single plain email address that our forms accept. */
export const isAddress = (text: string): boolean => v.is(address, text) && text === text.trim()

export const mailLink = (text: string): string | undefined =>
  isAddress(text) ? `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}` : undefined

/**
 * Returns undefined if there are no digits. Text after the digits, such as an extension, is left out, because a phone
 * would dial it too.
 */
export function dialLink(number: string): string | undefined {
  const [dialled = ''] = /^[^a-z]*/i.exec(number) ?? []
  const digits = dialled.replace(/\D/g, '')
  return digits.length < 3 ? undefined : `tel:${/^\D*\+/.test(dialled) ? '+' : ''}${digits}`
}

/** The details of a call, in the format that web calendars accept. */
export interface CalendarEntry {
  title: string
  description: string
  location?: string
  starts: number
  ends: number
}

export const googleLink = ({ title, description, location, starts, ends }: CalendarEntry): string =>
  googleCalendarLink({
    id: '',
    title,
    description,
    ...(location && { location }),
    start: new Date(starts),
    minutes: (ends - starts) / 60_000,
  })

/** `live` is for private accounts, `office` for company accounts. Both calendars read times in UTC. */
export function outlookLink(entry: CalendarEntry, edition: 'live' | 'office'): string {
  const fields = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: entry.title,
    startdt: isoSeconds(entry.starts),
    enddt: isoSeconds(entry.ends),
    body: entry.description,
    ...(entry.location && { location: entry.location }),
  }
  // URLSearchParams is not used, because Outlook would show its plus signs.
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `https://outlook.${edition}.com/calendar/0/deeplink/compose?${query.join('&')}`
}

/** `2026-11-25T12:00:00Z` */
const isoSeconds = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, '')
