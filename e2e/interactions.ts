import type { Page } from '@playwright/test'
import type { StoredRows } from './database.ts'
import { expect } from './test.ts'

/** The action that a row records. */
export type RecordedAction = [type: string, data: Record<string, unknown>]

/** Returns the session id that the page chose for this visit. */
export async function sessionOf(page: Page): Promise<string> {
  const kept = () => sessionStorage.getItem('visit')
  await expect.poll(() => page.evaluate(kept)).toBeTruthy()
  return (await page.evaluate(kept))?.split(' ')[0] ?? ''
}

export const actionsOf = (rows: Record<string, unknown>[]): RecordedAction[] =>
  rows.map(({ event_type, event_data }) => [String(event_type), event_data as RecordedAction[1]])

/** Expects the database to contain exactly these actions for a visit, in this order. */
export async function expectActions(stored: StoredRows, session: string, expected: RecordedAction[]): Promise<void> {
  await expect.poll(async () => actionsOf(await stored.interactions(session))).toEqual(expected)
}

/**
 * Closes the page as a browser closes a tab: the page receives its unload events, and nothing waits for the page to
 * close.
 */
export const closeTab = (page: Page) => page.close({ runBeforeUnload: true })

export const engagement = (action: string, rest: Record<string, unknown> = {}): RecordedAction => [
  'engagement',
  { action, ...rest },
]

/** The last two events of any visit that lasts longer than a few seconds. */
export const lastEvents = (view: string): RecordedAction[] => [
  engagement('page_hidden'),
  engagement('page_time_spent', { seconds: expect.any(Number), view }),
]
