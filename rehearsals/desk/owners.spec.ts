import { colleague, openDesk } from '#e2e/desk.ts'
import { expect, looksRight, test } from '#e2e/desk-test.ts'
import { heading } from '#e2e/desk-way-in.ts'

// The last test signs everybody out.
test.use({ ownServer: true })

test('nobody but an owner is shown what is for owners', async ({ page, at, ben, vera }) => {
  await openDesk(page, at.url, ben, '/bookings')
  await expect(page.getByRole('link', { name: 'Exports' })).toBeVisible()
  for (const [title, path] of [
    ['People', 'people'],
    ['Emergency', 'people/emergency'],
    ['Settings', 'settings'],
    ['Webhooks', 'settings/webhooks'],
    ['Log', 'log'],
    ['Ready for the public', 'ready'],
  ] as const) {
    await expect(page.getByRole('link', { name: title })).toHaveCount(0)
    await page.evaluate((path) => history.pushState(null, '', `/desk/${path}`), path)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText('This is for owners')).toBeVisible()
  }
  await page.evaluate((session) => localStorage.setItem('desk', session), JSON.stringify(vera.session))
  await page.goto(`${at.url}/desk/exports`)
  await expect(page.getByText('This is for owners and agents')).toBeVisible()
})

test('an owner ends in an emergency: one person’s sessions, a token that was found, the key, everybody', async ({
  page,
  at,
  anna,
  faults,
}) => {
  faults.expect(/status of 4\d\d /)
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const karl = await colleague(at, 'agent', 'Klara')
  const status = async (who: typeof karl) => (await who.client.rpc('desk_me')).status
  await openDesk(page, at.url, anna, '/people')
  await page.getByRole('link', { name: 'Emergency' }).click()
  await expect(heading(page, 'Emergency')).toBeVisible()
  await looksRight(page)

  const one = part('One person’s sessions')
  await one.getByLabel('Whose').selectOption({ label: `Klara, ${karl.email}` })
  await one.getByRole('button', { name: 'End their sessions' }).click()
  await page
    .getByRole('dialog', { name: 'End all sessions of Klara?' })
    .getByRole('button', { name: 'End them' })
    .click()
  await expect(page.getByText('Klara is signed out: 1 session ended.')).toBeVisible()
  expect(await status(karl)).toBe(401)

  const found = part('A token that was found')
  await found.getByLabel('The token').fill(karl.session.refresh_token)
  await found.getByRole('button', { name: 'End it' }).click()
  await expect(found.getByRole('alert')).toContainText('No session goes by this token')
  const lena = await colleague(at, 'viewer', 'Lena')
  await found.getByLabel('The token').fill(lena.session.access_token)
  await found.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText(/That was a session of/)).toBeVisible()
  await expect(found.getByLabel('The token')).toHaveValue('')
  expect(await status(lena)).toBe(401)

  // The desk stays signed in: its session gets a token of the new key.
  await page.getByRole('button', { name: 'Replace the key' }).click()
  await page.getByRole('button', { name: 'Replace it' }).click()
  await expect(page.getByText('The key is replaced.')).toBeVisible()
  await expect.poll(() => status(anna)).toBe(401)
  await page.getByRole('link', { name: 'Log', exact: true }).click()
  await expect(page.getByText(/replaced the key of all tokens/).first()).toBeVisible()
  await page.goBack()

  await page.getByRole('button', { name: 'End all sessions' }).click()
  await page.getByRole('button', { name: 'End them all' }).click()
  await expect(page.getByRole('alert')).toHaveText('Your session has ended. Sign in again.')
})
