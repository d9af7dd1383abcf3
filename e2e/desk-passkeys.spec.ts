import type { Page } from '@playwright/test'
import { brand } from '#content/brand.ts'
import { createMember } from './desk.ts'
import { codeOf, expectDeskOpen, heading, signIn, typeCode } from './desk-sign-in.ts'
import { expect, test } from './desk-test.ts'
import { lettersTo } from './letters.ts'

// Some requests in these tests are refused: the accounts are created in the database and have no recovery codes, and
// one test uses a removed passkey.
const refusal = /status of 4\d\d .*\/(auth|rest)\/v1\//

/** Adds a virtual platform authenticator, which verifies its user at once. */
async function addAuthenticator(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('WebAuthn.enable')
  await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /Paula/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
}

/** Reads the authentication methods from the access token. */
const readAuthMethods = (page: Page) =>
  page.evaluate(() => {
    const { access_token } = JSON.parse(localStorage.getItem('desk') ?? '{}') as { access_token: string }
    const claims = JSON.parse(atob((access_token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/')))
    return { aal: claims.aal, by: (claims.amr as { method: string }[]).map(({ method }) => method).sort() }
  })

test('[S4] creates a passkey that signs a member in, with or without a password, until the passkey is removed', async ({
  page,
  at,
  faults,
}) => {
  faults.expect(refusal)
  const anna = await createMember(at, 'agent', 'Paula')
  // Browsers allow passkeys for host names only, not for IP addresses.
  await page.goto('/desk/')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)

  await addAuthenticator(page)
  const desk = `${at.url.replace('127.0.0.1', 'localhost')}/desk`
  await page.goto(`${desk}/account`)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await signIn(page, anna)
  await typeCode(page, codeOf(anna.secret, 1))
  await expectDeskOpen(page)
  const devices = page.getByRole('region', { name: 'Two-step verification', exact: true }).getByRole('listitem')
  await expect(devices).toHaveText([/^phone/])
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Device name').fill('Laptop')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await expect(devices).toHaveText([/^phone/, /^Laptop.*Passkey since/])
  await expect
    .poll(async () => (await lettersTo(at.folder, anna.email)).map(({ subject }) => subject))
    .toContain(`A verification method was added to your ${brand.name} account`)

  await signOut(page)
  await signIn(page, anna)
  await expect(heading(page, 'Use your passkey')).toBeVisible()
  await page.getByRole('button', { name: 'phone', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Code' })).toBeVisible()
  await page.getByRole('button', { name: 'Laptop', exact: true }).click()
  await page.getByRole('button', { name: 'Use the passkey' }).click()
  await expectDeskOpen(page)
  expect(await readAuthMethods(page)).toEqual({ aal: 'aal2', by: ['mfa/webauthn', 'password'] })

  await signOut(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expectDeskOpen(page)
  expect(await readAuthMethods(page)).toEqual({ aal: 'aal2', by: ['mfa/webauthn', 'passkey'] })

  // Removing a passkey ends all sessions that were verified only with this passkey.
  await page.getByRole('button', { name: 'Remove Laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  // The desk returns to the sign-in screen and explains why.
  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('This passkey is not valid here.')).toBeVisible()
})

test('accepts a passkey as the first method of two-step verification, and then shows recovery codes', async ({
  page,
  at,
  faults,
}) => {
  faults.expect(refusal)
  const anna = await createMember(at, 'agent', 'Paula')
  await anna.client.auth.mfa.unenroll({
    factorId: (await anna.client.auth.mfa.listFactors()).data?.totp[0]?.id ?? '',
  })
  await addAuthenticator(page)
  await page.goto(`${at.url.replace('127.0.0.1', 'localhost')}/desk/`)
  await signIn(page, anna)
  await expect(heading(page, 'Set up two-step verification')).toBeVisible()
  await page.getByRole('button', { name: 'Create a passkey instead' }).click()
  await expect(heading(page, 'Save your recovery codes')).toBeVisible()
  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expectDeskOpen(page)
})
