import { readFile } from 'node:fs/promises'
import { isAccessible } from './axe.ts'
import { colleague } from './desk.ts'
import { codeOf, heading, isOpen, password, secretOn, signIn, typeCode } from './desk-way-in.ts'
import { expect, test } from './test.ts'

// A server on an empty folder, which has no owner yet.
test.use({ settings: { AUTH_INVITE_HOURS: '25' } })

/** Chromium logs every unsuccessful response to the console. */
const refusal = /status of 4\d\d .*\/auth\/v1\//

test('from the printed link to the open desk: owner, password, second step, recovery codes', async ({
  page,
  server,
  faults,
}) => {
  test.setTimeout(120_000)
  faults.expect(refusal)
  const email = 'olga@example.com'
  await page.goto(/http\S+\/account\/owner\?token=\S+/.exec(server.output)?.[0] ?? '')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
  await page.getByRole('link', { name: 'Open the desk' }).click()

  await expect(heading(page, 'Sign in')).toBeVisible()
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await signIn(page, { email, password: 'eight ducks on a pond' })
  await expect(page.getByRole('alert')).toHaveText('Address or password is wrong.')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await isAccessible(page)

  await signIn(page, { email, password })
  await expect(heading(page, 'Set up the second step')).toBeFocused()
  await expect(page.getByRole('img', { name: /QR code/ })).toHaveJSProperty('complete', true)
  const secret = await secretOn(page)
  const label = 'The code that your app shows now'
  await typeCode(page, '000000', label)
  await expect(page.getByText('This code is not right')).toBeVisible()
  await expect(page.getByLabel(label)).toBeFocused()
  await isAccessible(page)
  await typeCode(page, codeOf(secret), label)

  await expect(heading(page, 'Keep your recovery codes')).toBeFocused()
  await isAccessible(page)
  const codes = page.locator('main ul li')
  await expect(codes).toHaveText(Array(10).fill(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/))
  const [first = ''] = await codes.allInnerTexts()
  // A person who leaves the page before saving the codes gets new ones, and not yet the desk.
  await page.reload()
  await expect(codes).toHaveCount(10)
  await expect(page.getByText(first)).toHaveCount(0)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const file = await readFile(await (await saving).path(), 'utf8')
  for (const code of await codes.allInnerTexts()) expect(file).toContain(code)

  await page.getByRole('button', { name: 'I have kept them' }).click()
  await isOpen(page)
  await page.reload()
  await isOpen(page)
})

test('a link that is over is said in our words, and whatever the address said is gone from it', async ({
  page,
}) => {
  const told = 'error=access_denied&error_code=otp_expired&error_description=Call+555'
  await page.goto(`/desk/#${told}`)
  await expect(page.getByRole('alert')).toContainText('This link is no longer good')
  await expect(page.getByText('555')).toHaveCount(0)
  expect(await page.evaluate(() => location.href)).not.toContain('#')
  await isAccessible(page)
})

test('who guesses for too long hears for how long to wait', async ({ page, faults }) => {
  faults.expect(refusal)
  await page.goto('/desk/')
  for (let tries = 0; tries < 11; tries += 1) {
    const answer = page.waitForResponse(/grant_type=password/)
    await signIn(page, { email: 'mallory@example.com', password: 'guess after guess' })
    await answer
  }
  await expect(page.getByRole('alert')).toHaveText(
    /^That was tried too often\. Try again at \d\d:\d\d, in 5 minutes\./,
  )
})

test('no connection is said, and signs nobody out', async ({ page, server, folder, faults }) => {
  faults.expect(/Failed to load resource|ERR_INTERNET/)
  const agent = await colleague({ folder, url: server.url }, 'agent')
  await page.goto('/desk/')
  await expect(heading(page, 'Sign in')).toBeVisible()
  await page.context().setOffline(true)
  await signIn(page, agent)
  await expect(page.getByRole('alert')).toHaveText(/^No connection/)
  await page.context().setOffline(false)
  await signIn(page, agent)
  await expect(heading(page, 'Enter the code')).toBeVisible()
  await page.route('**/rest/v1/**', (route) => route.abort())
  await page.reload()
  await expect(heading(page, 'The desk does not open')).toBeFocused()
  await isAccessible(page)
  await page.unroute('**/rest/v1/**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(heading(page, 'Enter the code')).toBeVisible()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You are signed out.')).toBeVisible()
})
