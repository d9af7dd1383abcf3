import { clientOf, createMember, deskKey, openDesk } from './desk.ts'
import { addressOf, codeOf, expectDeskOpen, heading, signIn, typeCode } from './desk-sign-in.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { linkIn } from './letters.ts'

/** Chromium logs every unsuccessful response to the console. */
const refusal = /status of 4\d\d .*\/(auth|rest)\/v1\//

test('lets a member reset a forgotten password by email, and sign in with a recovery code if the phone is lost', async ({
  page,
  at,
  faults,
}) => {
  faults.expect(refusal)
  const anna = await createMember(at, 'agent', 'Alma')
  const answer = await fetch(`${at.url}/auth/v1/factors/recovery-codes`, {
    method: 'POST',
    headers: { apikey: deskKey, authorization: `Bearer ${anna.session.access_token}` },
  })
  const [used = '', spare = ''] = ((await answer.json()) as { codes: string[] }).codes
  await page.goto('/desk/')
  await page.getByLabel('Email address').fill(anna.email)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(anna.email)
  // The response does not reveal whether an account exists.
  for (const address of ['stranger@example.com', anna.email]) {
    await page.getByLabel('Email address').fill(address)
    await page.getByRole('button', { name: 'Email me a link' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'an email is on its way' })).toContainText(address)
    if (address === anna.email) continue
    await page.getByRole('button', { name: 'Back to sign-in' }).click()
    await page.getByRole('button', { name: 'Forgot your password?' }).click()
  }

  await page.goto(await linkIn(at.folder, anna.email, 'recovery'))
  await page.getByRole('button').click()
  // Access to the mailbox is not enough to sign in.
  await expect(heading(page, 'Enter the code')).toBeVisible()
  expect(await addressOf(page)).toBe('/desk/')
  await typeCode(page, '000000')
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const field = page.getByRole('textbox', { name: 'Recovery code' })
  const wrong = page.getByRole('alert').getByText('This code is wrong or was already used')
  const give = async (code: string) => {
    await field.fill(code)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await give('0000-0000-0000')
  await expect(wrong).toBeAttached()
  await expect(field).toBeFocused()
  await give(used.replace(/(.{4})/g, '$1-').toUpperCase())

  await expect(heading(page, 'Choose a new password')).toBeVisible()
  // The pending sign-in step remains after a reload.
  await page.reload()
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  const chosen = page.getByRole('textbox', { name: 'New password' })
  const set = page.getByRole('button', { name: 'Set new password' })
  for (const [weak, says] of [
    ['short', /at least 12 characters/],
    ['password1234', /This password is too common/],
  ] as const) {
    await chosen.fill(weak)
    await set.click()
    await expect(chosen).toHaveAccessibleDescription(says)
    await expect(chosen).toBeFocused()
  }
  await looksRight(page)
  await chosen.fill('nine geese over the lake')
  await set.click()
  await expectDeskOpen(page)
  expect((await anna.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')

  await page.getByRole('button', { name: 'Alma' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signIn(page, { email: anna.email, password: 'nine geese over the lake' })
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await give(used)
  await expect(wrong).toBeAttached()
  await give(spare)
  await expectDeskOpen(page)
})

test('explains an expired link, too many sign-in attempts, and an account without access', async ({
  page,
  at,
  anna,
  faults,
}) => {
  faults.expect(refusal)
  const dora = await createMember(at, 'viewer', 'Dora')
  await anna.client.from('staff_members').update({ disabled_at: new Date().toISOString() }).eq('id', dora.id)
  const told = 'error=access_denied&error_code=otp_expired&error_description=Call+555'
  await page.goto(`/desk/#${told}`)
  await expect(page.getByRole('alert')).toContainText('This link no longer works')
  await expect(page.getByText('555')).toHaveCount(0)
  expect(await page.evaluate(() => location.href)).not.toContain('#')

  const mallory = { email: 'mallory@example.com', password: 'guess after guess' }
  for (let guess = 0; guess < 10; guess++) await clientOf(at.url).auth.signInWithPassword(mallory)
  await signIn(page, mallory)
  await expect(page.getByRole('alert').filter({ hasText: 'Too many attempts' })).toHaveText(
    /^Too many attempts\. Try again at \d{1,2}:\d\d\s[AP]M, in 5 minutes\./,
  )
  await signIn(page, dora)
  await expect(heading(page, 'This account has no access to the desk')).toBeFocused()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('reports a lost connection, and keeps the member signed in', async ({ page, at, faults }) => {
  faults.expect(/Failed to load resource|ERR_INTERNET/)
  const agent = await createMember(at, 'agent')
  await page.goto('/desk/')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.context().setOffline(true)
  await signIn(page, agent)
  await expect(page.getByRole('alert')).toHaveText(/^You are offline/)
  await page.context().setOffline(false)
  await signIn(page, agent)
  await expect(heading(page, 'Enter the code')).toBeVisible()
  await page.route('**/rest/v1/**', (route) => route.abort())
  await page.reload()
  await expect(heading(page, 'The desk could not be opened')).toBeFocused()
  await page.unroute('**/rest/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Enter the code')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
})

test('signs a member in even if browser storage is blocked, and says how long the session lasts', async ({
  page,
  at,
  faults,
}) => {
  faults.expect(refusal)
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError')
        },
      })
  })
  const agent = await createMember(at, 'agent', 'Edda')
  await page.goto('/desk/bookings')
  await expect(page.getByText('allow cookies and site data for this site and reload')).toBeVisible()
  await looksRight(page)
  await signIn(page, agent)
  await typeCode(page, codeOf(agent.secret, 1))
  await expectDeskOpen(page)
  await page.getByRole('searchbox').first().fill('Lovelace')
  await expect(page.getByRole('searchbox').first()).toHaveValue('Lovelace')
  await page.getByRole('button', { name: /^Edda/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('finishes pending requests before signing a member out, and sends no request with the ended session', async ({
  page,
  at,
}) => {
  const gina = await createMember(at, 'agent', 'Gina')
  // On a busy server, a request that was sent in time could be handled after the session has ended.
  const events: string[] = []
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/rest/v1/rpc/list_bookings', async (route) => {
    events.push('asked')
    await isAnswered
    await route.continue()
  })
  page.on('request', (request) => {
    if (request.url().includes('/logout')) events.push('leaves')
  })
  page.on('response', (reply) => {
    if (/list_bookings|logout/.test(reply.url())) events.push(`${reply.status()}`)
  })
  await openDesk(page, at.url, gina, '/bookings')
  await expectDeskOpen(page)
  await expect.poll(() => events).toContain('asked')
  await page.getByRole('button', { name: /^Gina/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  answer()
  await expect(page.getByText('You are signed out.')).toBeVisible()
  await expect.poll(() => events.at(-1)).toBe('204')
  expect(events.filter((status) => /^4/.test(status))).toEqual([])
  expect(events.indexOf('leaves')).toBeGreaterThan(events.indexOf('200'))
})
