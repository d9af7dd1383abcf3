import type { Page } from '@playwright/test'
import { counting } from '#content/counting.ts'
import { expect } from './test.ts'

export const acceptButton = (page: Page) => page.getByRole('button', { name: counting.yes, exact: true })
export const optOutButton = (page: Page) => page.getByRole('button', { name: counting.no, exact: true })
export const expectCounted = async (page: Page, counted: boolean) => {
  await expect(acceptButton(page)).toHaveAttribute('aria-pressed', String(counted))
  await expect(optOutButton(page)).toHaveAttribute('aria-pressed', String(!counted))
}

/** Sends the pending events, as the page does when the visitor leaves. */
export const sendWaitingEvents = (page: Page) =>
  page.evaluate(() => {
    dispatchEvent(new Event('online'))
    dispatchEvent(new Event('pagehide'))
  })

/**
 * Collects all later requests that count visits. Ignores the script that only reports errors, because the page may
 * prefetch it.
 */
export function countingRequests(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/assets\/interactions-(?!errors)|user_interactions/.test(request.url())) asked.push(request.url())
  })
  return asked
}

export const unknownChoice = {
  session_id: null,
  landing_page: null,
  referrer: null,
  source: 'site',
  campaign: null,
  first_view: null,
}
