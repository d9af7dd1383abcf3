import type { Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { expect } from './test.ts'

export const password = 'seven ducks on a pond'

/** The authenticator secret that the page shows for manual entry. */
export async function secretOn(page: Page): Promise<string> {
  const shown = page.getByText(/^([A-Z2-7]{4} ){4,}[A-Z2-7]{1,4}$/)
  return (await shown.innerText()).replaceAll(' ', '')
}

/**
 * An authenticator app's code from `ahead` time steps in the future. Tests need codes from future steps, because the
 * server accepts each code only once.
 */
export const codeOf = (secret: string, ahead = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + ahead * 30_000 })

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

export async function signIn(page: Page, who: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email address').fill(who.email)
  await page.getByLabel('Password', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Types the code; the form submits it after the sixth digit. */
export async function typeCode(page: Page, code: string, label: string | RegExp = 'Code'): Promise<void> {
  await page.getByRole('textbox', { name: label, exact: true }).pressSequentially(code)
}

export const expectDeskOpen = (page: Page) =>
  expect(page.getByRole('navigation', { name: 'Desk', exact: true })).toBeVisible()

/** The page's URL, which must not contain any of the sign-in state that the browser stores. */
export const addressOf = (page: Page) => page.evaluate(() => location.pathname + location.search + location.hash)
