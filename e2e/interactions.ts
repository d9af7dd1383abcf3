import type { Page } from '@playwright/test'
import type { StoredRows } from './database.ts'
import { expect } from './test.ts'

/** What a row says was done. */
export type Deed = [type: string, data: Record<string, unknown>]

/** The name that the page has given to this visit. */
export async function sessionOf(page: Page): Promise<string> {
  const kept = () => sessionStorage.getItem('visit')
  await expect.poll(() => page.evaluate(kept)).toBeTruthy()
  return (await page.evaluate(kept))?.split(' ')[0] ?? ''
}

/** Everything in order but what the browser measures, which it says when it likes. */
export function deedsOf(rows: Record<string, unknown>[]): Deed[] {
  return rows
    .map(({ event_type, event_data }): Deed => [String(event_type), event_data as Deed[1]])
    .filter(([, data]) => data.action !== 'web_vital')
}

/** Holds when the database has these deeds of a visit, in this order, and no others. */
export async function hasDone(stored: StoredRows, session: string, expected: Deed[]): Promise<void> {
  await expect
    .poll(async () => deedsOf(await stored.interactions(session)), { timeout: 20_000 })
    .toEqual(expected)
}

/** As when a visitor closes the tab: the page hears that it ends, and nothing waits for it. */
export const closeTab = (page: Page) => page.close({ runBeforeUnload: true })

export const engagement = (action: string, rest: Record<string, unknown> = {}): Deed => [
  'engagement',
  { action, ...rest },
]

/** The two last words of every visit, after this many seconds or more. */
export const farewell = (view: string): Deed[] => [
  engagement('page_hidden'),
  engagement('page_time_spent', { seconds: expect.any(Number), view }),
]
