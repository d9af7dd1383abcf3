import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { booking, message } from '#server/lib/db/rows-testing.ts'
import { clientOf, type SignedInMember } from './desk.ts'

/**
 * Test data for the desk's lists: functions that send rows as visitors do, and functions that find them on the page.
 */

type InboxRowChange = Record<string, unknown>

/** Sends a booking as a visitor's browser does, but without the form. */
export async function sendBooking(url: string, change: InboxRowChange = {}): Promise<string> {
  const id = randomUUID()
  const { error } = await clientOf(url)
    .from('strategy_call_bookings')
    .insert(booking({ id, ...change }))
  if (error) throw new Error(error.message)
  return id
}

export async function sendMessage(url: string, change: InboxRowChange = {}): Promise<string> {
  const id = randomUUID()
  const { error } = await clientOf(url)
    .from('contact_messages')
    .insert(message({ id, ...change }))
  if (error) throw new Error(error.message)
  return id
}

/** Confirms a call for a time, as a member does, even if there are warnings about it. */
export async function confirmCall(
  { client }: SignedInMember,
  booking: string,
  call_start: string,
  more: { host?: string; call_minutes?: number } = {},
): Promise<void> {
  const move = { booking, expected: 'new', target: 'confirmed', call_start, anyway: true, ...more }
  const { error } = await client.rpc('move_booking', move)
  if (error) throw new Error(error.message)
}

/** Returns a word that occurs in no other test's rows. */
export const mark = (): string => `q${randomUUID().slice(0, 8)}`

/** Returns the given time in UTC on a Wednesday, the given number of weeks after the Wednesday of this week. */
export function wednesday(weeks: number, time: string): string {
  const day = new Date(Date.now() + weeks * 7 * 86_400_000)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 2)
  return `${day.toISOString().slice(0, 10)}T${time}:00Z`
}

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

/** The record next to the list. */
export const recordOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

export async function openRow(page: Page, name: string): Promise<Locator> {
  await page.getByRole('link', { name, exact: true }).click()
  return recordOf(page, name)
}

export const searchFor = (page: Page, term: string): Promise<void> =>
  page.getByRole('searchbox', { name: 'Search' }).fill(term)

export const namesOn = (page: Page): Promise<string[]> => page.locator('tbody').getByRole('link').allTextContents()
