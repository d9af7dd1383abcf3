import type { Page } from '@playwright/test'
import { isAccessible } from './axe.ts'
import { type Colleague, colleague, openDesk } from './desk.ts'
import { codeOf, heading, isOpen, secretOn, signIn, typeCode } from './desk-way-in.ts'
import { lettersTo } from './letters.ts'
import { expect, test } from './test.ts'

// The strictest setting: a new password needs the present one, which the page asks for only after the refusal.
test.use({ settings: { AUTH_REQUIRE_CURRENT_PASSWORD: 'on' } })

// These accounts are created without the screens and have no recovery codes: the server answers 404.
const refusal = /status of 4\d\d .*\/(auth|rest)\/v1\//

/** A part of the page by its heading. */
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Signs in by the screens in another browser context than the one that the person already has. */
async function comeIn(page: Page, who: Colleague): Promise<void> {
  await page.goto('/desk/')
  await signIn(page, who)
  // The current code was used when the colleague was created.
  await typeCode(page, codeOf(who.secret, 1))
  await isOpen(page)
}

test('sessions: seen, ended one by one from another browser, and all at once', async ({
  page,
  browser,
  server,
  folder,
  faults,
}) => {
  test.setTimeout(120_000)
  faults.expect(refusal)
  const fritz = await colleague({ folder, url: server.url }, 'viewer', 'Fritz')
  await openDesk(page, server.url, fritz, '/account')
  const other = await browser.newContext({
    baseURL: server.url,
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
  })
  const phone = await other.newPage()
  await comeIn(phone, fritz)

  await page.reload()
  const sessions = part(page, 'Where you are signed in').getByRole('listitem')
  await expect(sessions).toHaveCount(2)
  await expect(sessions.first()).toContainText('This one')
  await isAccessible(page)
  await sessions
    .nth(1)
    .getByRole('button', { name: /^End: Safari on an iPhone/ })
    .click()
  await expect(sessions).toHaveCount(1)
  await phone.reload()
  await expect(phone.getByRole('alert')).toHaveText('Your session has ended. Sign in again.')
  expect(await phone.evaluate(() => localStorage.getItem('desk'))).toBeNull()
  await other.close()

  await part(page, 'Where you are signed in')
    .getByRole('button', { name: 'Sign out everywhere', exact: true })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' })
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible()
  await expect(heading(page, 'Sign in')).toBeVisible()
  expect((await fritz.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
})

test('a session that was ended is noticed by a desk at which nobody does anything', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(refusal)
  const gerda = await colleague({ folder, url: server.url }, 'agent', 'Gerda')
  await page.clock.install()
  await openDesk(page, server.url, gerda, '/exports')
  await isOpen(page)
  await gerda.client.auth.signOut({ scope: 'global' })
  await page.clock.fastForward(61_000)
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.')
})

test('name, devices, recovery codes and password are one’s own to change', async ({
  page,
  server,
  folder,
  faults,
}) => {
  test.setTimeout(120_000)
  faults.expect(refusal)
  const hanna = await colleague({ folder, url: server.url }, 'agent', 'Hanna')
  await openDesk(page, server.url, hanna, '/account')
  await page.getByLabel('Name', { exact: true }).fill('Hanna Berg')
  await page.getByRole('button', { name: 'Save the name' }).click()
  await expect(page.getByRole('button', { name: /Hanna Berg/ })).toBeVisible()

  const devices = part(page, 'Second step').getByRole('listitem')
  await expect(devices).toHaveCount(1)
  await expect(devices.getByRole('button', { name: 'Remove phone' })).toHaveCount(0)
  const adding = page.getByRole('button', { name: 'Add a device' })
  await adding.click()
  // A toast also appears as a dialog, and stays for a while.
  const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close' }) })
  await dialog.getByLabel('What do you call it?').fill('Tablet')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  const tablet = await secretOn(page)
  await isAccessible(page)
  await typeCode(page, codeOf(tablet), 'The code that your app shows now')
  await expect(dialog).toBeHidden()
  await expect(adding).toBeFocused()
  await expect(devices).toHaveCount(2)
  await page.getByRole('button', { name: 'Replace phone' }).click()
  await dialog.getByLabel('What do you call it?').fill('New phone')
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await typeCode(page, codeOf(await secretOn(page)), 'The code that your app shows now')
  await expect(devices).toHaveText([/^Tablet/, /^New phone/])

  const codes = part(page, 'Recovery codes')
  await expect(codes).toContainText('You have none')
  await codes.getByRole('button', { name: 'Make new codes' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await isAccessible(page)
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(codes).toContainText('10 left')

  const chosen = page.getByRole('textbox', { name: 'New password' })
  const present = page.getByRole('textbox', { name: 'Present password' })
  const change = page.getByRole('button', { name: 'Change the password' })
  await chosen.fill(hanna.password)
  await change.click()
  await expect(present).toBeFocused()
  await present.fill('not that one')
  await change.click()
  await expect(present).toHaveAccessibleDescription('Your present password is not right.')
  await isAccessible(page)
  await present.fill(hanna.password)
  await change.click()
  await expect(chosen).toHaveAccessibleDescription(/the password you have already/)
  await chosen.fill('nine geese over the lake')
  await change.click()
  await expect(chosen).toHaveValue('')

  // The session was verified with the new phone: without that phone, the code of another device is needed.
  await page.getByRole('button', { name: 'Remove New phone' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(heading(page, 'Enter the code')).toBeVisible()
  await typeCode(page, codeOf(tablet, 1))
  await isOpen(page)
})

test('an owner is asked before a second step is reset or somebody is stopped, and a reset is told by letter', async ({
  page,
  server,
  folder,
}) => {
  const [olga, karl] = [
    await colleague({ folder, url: server.url }, 'owner', 'Olga'),
    await colleague({ folder, url: server.url }, 'agent', 'Karl'),
  ]
  await openDesk(page, server.url, olga, '/people')
  const row = page.getByRole('listitem').filter({ hasText: karl.email })
  const ask = async (button: string, title: string) => {
    await row.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await expect(dialog).toBeVisible()
    return dialog
  }
  const stop = await ask('Stop', 'Stop Karl?')
  await isAccessible(page)
  await stop.getByRole('button', { name: 'Leave it' }).click()
  await expect(stop).toBeHidden()
  await (await ask('Reset second step', 'Reset the second step of Karl?'))
    .getByRole('button', { name: 'Leave it' })
    .click()
  await expect(row).toContainText('Active')
  expect((await karl.client.rpc('desk_me')).data).toMatchObject({ role: 'agent' })

  const reset = await ask('Reset second step', 'Reset the second step of Karl?')
  await reset.getByRole('button', { name: 'Reset it' }).click()
  await expect(reset).toBeHidden()
  await expect(row).toContainText('no second step yet')
  await expect(row.getByRole('button', { name: 'Reset second step' })).toHaveCount(0)
  await expect
    .poll(async () => (await lettersTo(folder, karl.email)).map(({ subject }) => subject))
    .toContain('Your second step at Backline was reset')

  await (await ask('Stop', 'Stop Karl?')).getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(row).toContainText('Stopped')
})

test('a session that ended after a pause says so kindly, and the desk opens where it was, with what was typed', async ({
  page,
  server,
  folder,
  stored,
  faults,
}) => {
  faults.expect(refusal)
  const ida = await colleague({ folder, url: server.url }, 'agent', 'Ida')
  await openDesk(page, server.url, ida, '/messages?view=all')
  await page.getByRole('searchbox', { name: 'Search' }).fill('Ada Byron')
  await expect
    .poll(() => page.evaluate(() => sessionStorage.getItem('desk-typed:messages')))
    .toBe('Ada Byron')
  await stored.pauseSessions(ida.id, 13)
  // The access token has expired by then as well, so the client refreshes it.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('desk') ?? '{}') as Record<string, unknown>
    localStorage.setItem('desk', JSON.stringify({ ...session, expires_at: 1 }))
  })
  await page.reload()
  await expect(page.getByRole('status').filter({ hasText: 'after a long pause' })).toBeVisible()
  await isAccessible(page)
  await signIn(page, ida)
  await typeCode(page, codeOf(ida.secret, 1))
  await isOpen(page)
  expect(await page.evaluate(() => location.pathname + location.search)).toBe('/desk/messages?view=all')
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('Ada Byron')
})

test('a desk that lies open and that nobody touches signs out by itself', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(refusal)
  const jana = await colleague({ folder, url: server.url }, 'viewer', 'Jana')
  await page.clock.install()
  await openDesk(page, server.url, jana, '/exports')
  await isOpen(page)
  await page.clock.fastForward('11:58:00')
  await isOpen(page)
  await page.mouse.click(1, 1)
  await page.clock.fastForward('11:58:00')
  await isOpen(page)
  await page.clock.fastForward('00:04:00')
  await expect(page.getByRole('status').filter({ hasText: 'after a long pause' })).toBeVisible()
  await expect.poll(async () => (await jana.client.rpc('desk_me')).status).toBe(401)
})

test('an owner ends in an emergency: one person’s sessions, a token that was found, the key, everybody', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(refusal)
  const at = { folder, url: server.url }
  const [olga, karl] = [await colleague(at, 'owner', 'Olga'), await colleague(at, 'agent', 'Karl')]
  const refused = async (who: Colleague) =>
    (await who.client.from('strategy_call_bookings').select('id').limit(1)).status
  await openDesk(page, server.url, olga, '/people')
  await page.getByRole('link', { name: 'Emergency' }).click()
  await expect(heading(page, 'Emergency')).toBeVisible()
  await isAccessible(page)

  const one = part(page, 'One person’s sessions')
  await one.getByLabel('Whose').selectOption({ label: `Karl, ${karl.email}` })
  await one.getByRole('button', { name: 'End their sessions' }).click()
  const asking = page.getByRole('dialog', { name: 'End all sessions of Karl?' })
  await isAccessible(page)
  await asking.getByRole('button', { name: 'End them' }).click()
  await expect(page.getByText('Karl is signed out: 1 session ended.')).toBeVisible()
  expect(await refused(karl)).toBe(401)

  const found = part(page, 'A token that was found')
  await found.getByLabel('The token').fill(karl.session.refresh_token)
  await found.getByRole('button', { name: 'End it' }).click()
  await expect(found.getByRole('alert')).toContainText('No session goes by this token')
  const lena = await colleague(at, 'viewer', 'Lena')
  await found.getByLabel('The token').fill(lena.session.access_token)
  await found.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText(/That was a session of/)).toBeVisible()
  await expect(found.getByLabel('The token')).toHaveValue('')
  expect(await refused(lena)).toBe(401)

  // The desk stays signed in: its session gets a token of the new key.
  await page.getByRole('button', { name: 'Replace the key' }).click()
  await page.getByRole('button', { name: 'Replace it' }).click()
  await expect(page.getByText('The key is replaced.')).toBeVisible()
  await expect.poll(() => refused(olga), { timeout: 5000 }).toBe(401)
  await page.getByRole('button', { name: /^Olga/ }).click()
  await page.getByRole('menuitem', { name: 'Log' }).click()
  await expect(page.getByText(/replaced the key of all tokens/).first()).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByRole('button', { name: 'End them all' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.')
})
