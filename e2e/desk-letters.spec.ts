import { isAccessible } from './axe.ts'
import { type Colleague, clientOf, colleague, command, deskKey } from './desk.ts'
import { addressOf, codeOf, heading, isOpen, password, secretOn, signIn, typeCode } from './desk-way-in.ts'
import { linkIn } from './letters.ts'
import { expect, test } from './test.ts'

/** Chromium logs every unsuccessful response to the console. */
const refusal = /status of 4\d\d .*\/(auth|rest)\/v1\//

/** Calls the auth service as a colleague's client does. */
async function ask(url: string, { session }: Colleague, path: string, body: object = {}): Promise<unknown> {
  const answer = await fetch(`${url}/auth/v1/${path}`, {
    method: 'POST',
    headers: {
      apikey: deskKey,
      authorization: `Bearer ${session.access_token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return answer.json()
}

test('a forgotten password: the letter, a recovery code for the lost phone, a new password', async ({
  page,
  server,
  folder,
  faults,
}) => {
  test.setTimeout(120_000)
  faults.expect(refusal)
  const anna = await colleague({ folder, url: server.url }, 'agent', 'Anna')
  const { codes } = (await ask(server.url, anna, 'factors/recovery-codes')) as { codes: [string, string] }
  const [used, spare] = codes
  await page.goto('/desk/')
  await page.getByLabel('E-mail address').fill(anna.email)
  await page.getByRole('button', { name: 'Forgot the password?' }).click()
  await expect(page.getByLabel('E-mail address')).toHaveValue(anna.email)
  await isAccessible(page)
  // The answer does not reveal who has an account.
  for (const address of ['stranger@example.com', anna.email]) {
    await page.getByLabel('E-mail address').fill(address)
    await page.getByRole('button', { name: 'Send the letter' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'a letter is on its way' })).toContainText(
      address,
    )
    if (address !== anna.email) {
      await page.getByRole('button', { name: 'Back to signing in' }).click()
      await page.getByRole('button', { name: 'Forgot the password?' }).click()
    }
  }
  await isAccessible(page)

  await page.goto(await linkIn(folder, anna.email, 'recovery'))
  await page.getByRole('button').click()
  // Access to the mailbox alone is not enough.
  await expect(heading(page, 'Enter the code')).toBeVisible()
  expect(await addressOf(page)).toBe('/desk/')
  await isAccessible(page)
  await typeCode(page, '000000')
  await expect(page.getByText('This code is not right')).toBeVisible()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const field = page.getByRole('textbox', { name: 'Recovery code' })
  await field.fill('0000-0000-0000')
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('alert').getByText('none of your unused codes')).toBeAttached()
  await expect(field).toBeFocused()
  await isAccessible(page)
  await field.fill(used.replace(/(.{4})/g, '$1-').toUpperCase())
  await page.getByRole('button', { name: 'Go on' }).click()

  await expect(heading(page, 'Choose a new password')).toBeVisible()
  // The pending step survives a reload.
  await page.reload()
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  const chosen = page.getByRole('textbox', { name: 'New password' })
  for (const [weak, says] of [
    ['short', 'at least 12 characters'],
    ['password1234', 'Too many people have this password'],
  ] as const) {
    await chosen.fill(weak)
    await page.getByRole('button', { name: 'Set the new password' }).click()
    await expect(chosen).toHaveAccessibleDescription(new RegExp(says))
    await expect(chosen).toBeFocused()
  }
  await isAccessible(page)
  await chosen.fill('nine geese over the lake')
  await page.getByRole('button', { name: 'Set the new password' }).click()
  await isOpen(page)
  expect((await anna.client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')

  await page.getByRole('button', { name: 'Anna' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await signIn(page, { email: anna.email, password: 'nine geese over the lake' })
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await field.fill(used)
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('alert').getByText('none of your unused codes')).toBeAttached()
  await field.fill(spare)
  await page.getByRole('button', { name: 'Go on' }).click()
  await isOpen(page)
})

test('an invitation leads to the second step; where its page asked for no password, the desk does', async ({
  page,
  server,
  folder,
}) => {
  test.setTimeout(120_000)
  const owner = await colleague({ folder, url: server.url }, 'owner')
  const invite = async (email: string) => {
    const { id } = (await ask(server.url, owner, 'invite', { email, data: { name: email[0] } })) as {
      id: string
    }
    await owner.client.from('staff_members').insert({ id, role: 'agent' })
    return linkIn(folder, email, 'invite')
  }
  await page.goto(await invite('bert@example.com'))
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
  await expect(heading(page, 'Set up the second step')).toBeVisible()
  expect(await addressOf(page)).toBe('/desk/')
  await typeCode(page, codeOf(await secretOn(page)), 'The code that your app shows now')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await isOpen(page)
  await page.getByRole('button', { name: /Agent/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()

  // A Supabase project confirms at once when the link is opened.
  const link = new URL(await invite('cara@example.com'))
  await page.goto(`/auth/v1/verify${link.search}`)
  await expect(heading(page, 'Choose a password')).toBeVisible()
  await isAccessible(page)
  await page.getByRole('textbox', { name: 'New password' }).fill('nine geese over the lake')
  await page.getByRole('button', { name: 'Set the password' }).click()
  await expect(heading(page, 'Set up the second step')).toBeVisible()
  const { error } = await clientOf(server.url).auth.signInWithPassword({
    email: 'cara@example.com',
    password: 'nine geese over the lake',
  })
  expect(error).toBeNull()
})

test('an account without a place at the desk hears so at once, and can leave', async ({
  page,
  server,
  folder,
}) => {
  const dora = await colleague({ folder, url: server.url }, 'viewer', 'Dora')
  const owner = await colleague({ folder, url: server.url }, 'owner')
  await owner.client.from('staff_members').update({ disabled_at: new Date().toISOString() }).eq('id', dora.id)
  await page.goto('/desk/')
  await signIn(page, dora)
  await expect(heading(page, 'This account has no place at the desk')).toBeFocused()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
})

test('who has lost phone and codes is led to somebody who can help', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(refusal)
  const at = { folder, url: server.url }
  const emil = await colleague(at, 'agent', 'Emil')
  await page.goto('/desk/')
  await signIn(page, emil)
  await expect(page.getByText('An owner of the desk can take the second step off')).toBeVisible()
  await command(at, 'reset-mfa', emil.email)
  // The session was ended as well, which the next attempt finds out.
  await typeCode(page, '123456')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await signIn(page, emil)
  await expect(heading(page, 'Set up the second step')).toBeVisible()
})
