import type { Page } from '@playwright/test'
import type { RecordedAction } from './interactions.ts'
import { expect } from './test.ts'

/** A placeholder for visitor input in an error message. */
export const canary = 'pii-canary@company.example'

export const serve = (page: Page, file: string, code: (built: string) => string) =>
  page.route(`**/assets/${file}-*.js`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: code(await response.text()) })
  })

/** Code that throws repeatedly until the page is closed. */
export const inLoop = `;setInterval(() => { throw new TypeError('${canary}') });
  Promise.reject(new RangeError('${canary}')); Promise.reject('${canary}')`

/**
 * Resolves after the next exception in the current view. The site's listener was added first, so it has already seen
 * the exception.
 */
export const nextThrow = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('error', ({ filename }) => filename.includes('/assets/') && resolve())
      }),
  )

export const cause = (name: string, file: string) =>
  expect.stringMatching(new RegExp(`^${name} ${file}-[\\w-]+\\.js:\\d+:\\d+$`)) as unknown
export const release = expect.any(String) as unknown
export const error = (data: Record<string, unknown>): RecordedAction => ['error', { ...data, release }]
