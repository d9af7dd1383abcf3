import * as v from 'valibot'
import { email } from '#shared/contract/fields.ts'
import { googleCalendarLink } from '#shared/lib/calendar-file.ts'

const address = email(254)

export const below = (siteUrl: string, path: string): string => `${siteUrl.replace(/\/+$/, '')}${path}`

export const deskLink = (siteUrl: string, what: 'booking' | 'message', id: string): string =>
  below(siteUrl, `/desk/${what}s?item=${encodeURIComponent(id)}`)

/** Whether the text is one plain address, in the form that our forms accept. */
export const isAddress = (text: string): boolean => v.is(address, text) && text === text.trim()

export const mailLink = (text: string): string | undefined =>
  isAddress(text) ? `mailto:${encodeURIComponent(text).replaceAll('%40', '@')}` : undefined

/** Undefined without a number. Text after the digits, such as an extension, is left out: it would be dialled too. */
export function dialLink(number: string): string | undefined {
  const [dialled = ''] = /^[^a-z]*/i.exec(number) ?? []
  const digits = dialled.replace(/\D/g, '')
  return digits.length < 3 ? undefined : `tel:${/^\D*\+/.test(dialled) ? '+' : ''}${digits}`
}

/** A call in the form that web calendars accept. */
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

/** `live` is for private accounts, `office` for accounts of a company. Both read times in UTC. */
export function outlookLink(entry: CalendarEntry, edition: 'live' | 'office'): string {
  const fields = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: entry.title,
    startdt: instant(entry.starts),
    enddt: instant(entry.ends),
    body: entry.description,
    ...(entry.location && { location: entry.location }),
  }
  // Not URLSearchParams: Outlook would show its plus signs.
  const query = Object.entries(fields).map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
  return `https://outlook.${edition}.com/calendar/0/deeplink/compose?${query.join('&')}`
}

/** `2026-11-25T12:00:00Z` */
const instant = (at: number): string => new Date(at).toISOString().replace(/\.\d+/, '')
