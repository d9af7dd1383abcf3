import { readFile } from 'node:fs/promises'
import { createMember, openDesk, runOperatorCommand } from './desk.ts'
import { addressOf, codeOf, expectDeskOpen, heading, password, secretOn, signIn, typeCode } from './desk-sign-in.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { linkIn } from './letters.ts'

// The first test needs a server that has no owner, and the last test ends all sessions.
test.use({ ownServer: true })

/** Chromium logs every unsuccessful response to the console. */
const refusal = /status of 4\d\d /
const newCode = 'Current code from your app'

test('takes the first owner from the printed link through password, two-step verification and recovery code setup to the desk', async ({
  page,
  server,
  context,
  faults,
}) => {
  faults.expect(refusal)
  const email = 'olga@example.com'
  const link = /http\S+\/account\/owner\?token=\S+/.exec(server.output)?.[0] ?? ''
  await test.step('creates only one owner from the printed link', async () => {
    await page.goto(link)
    await page.getByLabel('Email address').fill(email)
    await page.getByLabel('Password').fill('too short')
    await page.getByRole('button').click()
    await expect(page.getByText('at least 12 characters').first()).toBeVisible()
    await expect(page.getByLabel('Email address')).toHaveValue(email)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button').click()
    await expect(page.getByRole('link', { name: 'Open the desk' })).toBeVisible()
    const other = await context.newPage()
    await other.goto(link)
    await other.getByLabel('Email address').fill('mallory@example.com')
    await other.getByLabel('Password').fill(password)
    await other.getByRole('button').click()
    await expect(other.getByText('This server already has an owner')).toBeVisible()
    await other.close()
  })

  await test.step('signs the first owner in with the chosen password', async () => {
    await page.getByRole('link', { name: 'Open the desk' }).click()
    await expect(page.getByLabel('Email address')).toBeFocused()
    await signIn(page, { email, password: 'eight ducks on a pond' })
    await expect(page.getByRole('alert')).toHaveText('Wrong email address or password.')
    await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
    await looksRight(page)
    await signIn(page, { email, password })
  })

  await test.step('sets up two-step verification for the first owner', async () => {
    await expect(heading(page, 'Set up two-step verification')).toBeFocused()
    await expect(page.getByRole('img', { name: /QR code/ })).toHaveJSProperty('complete', true)
    const secret = await secretOn(page)
    await typeCode(page, '000000', newCode)
    await expect(page.getByText('This code is wrong')).toBeVisible()
    await expect(page.getByLabel(newCode)).toBeFocused()
    await looksRight(page)
    await typeCode(page, codeOf(secret), newCode)
  })

  await expect(heading(page, 'Save your recovery codes')).toBeFocused()
  const codes = page.locator('main ul li')
  await expect(codes).toHaveText(Array(10).fill(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/))
  const [first = ''] = await codes.allInnerTexts()
  // If the owner leaves the page before saving the codes, new codes are created and the desk does not open.
  await page.reload()
  await expect(codes).toHaveCount(10)
  await expect(page.getByText(first)).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  for (const code of await codes.allInnerTexts()) expect(file).toContain(code)

  await page.getByRole('button', { name: 'Open the desk' }).click()
  await expect(page.getByText('Nothing needs you now')).toBeVisible()
  await page.getByRole('button', { name: / now / }).first().click()
  await expect(heading(page, 'Which time zone does the team work in?')).toBeHidden()
  await page.reload()
  await expectDeskOpen(page)
})

test('guides an invited member through two-step verification, and asks for a password if the member has none', async ({
  page,
  browser,
  at,
  anna,
  faults,
}) => {
  await openDesk(page, at.url, anna, '/people')
  await page.getByRole('button', { name: 'Invite a member' }).click()
  await page.getByLabel('Email address').fill('bert@example.com')
  await page.getByLabel('Name (optional)').fill('Bert')
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'bert@example.com' })
  await expect(row).toContainText('Invited')
  await expect(row.getByLabel('Role of Bert')).toHaveValue('viewer')
  const theirs = await browser.newContext({ baseURL: at.url })
  faults.watch(theirs)
  const guest = await theirs.newPage()
  await guest.goto(await linkIn(at.folder, 'bert@example.com', 'invite'))
  await guest.getByLabel('Password').fill(password)
  await guest.getByRole('button').click()
  await expect(heading(guest, 'Set up two-step verification')).toBeVisible()
  expect(await addressOf(guest)).toBe('/desk/')
  await typeCode(guest, codeOf(await secretOn(guest)), newCode)
  await guest.getByRole('button', { name: 'Open the desk' }).click()
  await expectDeskOpen(guest)
  await guest.getByRole('button', { name: /Bert/ }).click()
  await guest.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(guest.getByText('You are signed out.')).toBeVisible()

  // The operator invites a member with a command. In a Supabase project, opening the link confirms the email address at
  // once.
  expect(await runOperatorCommand(at, 'invite', 'Cara@example.com', 'viewer')).toContain('Invited as viewer')
  const link = new URL(await linkIn(at.folder, 'cara@example.com', 'invite'))
  await guest.goto(`/auth/v1/verify${link.search}`)
  await expect(heading(guest, 'Choose a password')).toBeVisible()
  await guest.getByRole('textbox', { name: 'New password' }).fill('nine geese over the lake')
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(heading(guest, 'Set up two-step verification')).toBeVisible()
  await theirs.close()
})

test('asks an owner to confirm each change to a member’s role, access or two-step verification, and logs each change', async ({
  page,
  at,
  anna,
}) => {
  const karl = await createMember(at, 'agent', 'Karl')
  await openDesk(page, at.url, anna, '/people')
  const row = page.getByRole('listitem').filter({ hasText: karl.email })
  const ask = async (button: string, title: string, answer: string) => {
    await row.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: title })
    await dialog.getByRole('button', { name: answer, exact: true }).click()
    await expect(dialog).toBeHidden()
  }
  await row.getByLabel('Role of Karl').selectOption('viewer')
  await page.getByRole('dialog', { name: 'Make Karl a viewer?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect(row.getByLabel('Role of Karl')).toHaveValue('agent')
  await row.getByLabel('Role of Karl').selectOption('viewer')
  await page.getByRole('button', { name: 'Change to viewer' }).click()
  await expect(page.getByText('Karl’s role is now viewer.')).toBeVisible()
  await ask('Suspend', 'Suspend Karl?', 'Cancel')
  await ask('Reset two-step verification', 'Reset two-step verification for Karl?', 'Cancel')
  await expect(row).toContainText('Active')
  expect((await karl.client.rpc('desk_me')).data).toMatchObject({ role: 'viewer' })

  await ask('Suspend', 'Suspend Karl?', 'Suspend')
  await expect(row).toContainText('Suspended')
  expect((await karl.client.auth.getUser()).error).not.toBeNull()
  await row.getByRole('button', { name: 'Restore access' }).click()
  await expect(row).toContainText('Active')
  await ask('Reset two-step verification', 'Reset two-step verification for Karl?', 'Reset')
  await expect(row).toContainText('no two-step verification yet')
  await expect(row.getByRole('button', { name: 'Reset two-step verification' })).toHaveCount(0)
  await looksRight(page)

  await page.goto(`${at.url}/desk/log?kind=people`)
  for (const sentence of [
    'Anna restored Karl’s access',
    'Anna suspended Karl',
    'Anna changed Karl’s role from agent to viewer',
    'Anna added Bert as viewer',
  ]) {
    await expect(page.getByText(sentence).first()).toBeVisible()
  }
  await looksRight(page)
})
