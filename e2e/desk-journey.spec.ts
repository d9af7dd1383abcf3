import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { parse } from 'csv-parse/sync'
import { TOTP } from 'otpauth'
import { bookAtEase, someBooking } from './booking.ts'
import { clientOf } from './desk.ts'
import { openRow, rowOf, wednesday } from './inbox.ts'
import { linkIn } from './letters.ts'
import { promptly } from './promptly.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

const password = 'seven ducks on a pond'

// A server of its own, because the journey begins in an empty folder.
test.use({ settings: { AUTH_INVITE_HOURS: '24' }, timezoneId: 'Africa/Johannesburg' })

/** Enrols the second factor and reaches the desk; returns the secret. */
async function setUpSecondStep(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Set up the second step' })).toBeVisible()
  const secret = await page.getByText(/^(?:[A-Z2-7]{4} ?)+$/).innerText()
  const code = new TOTP({ secret: secret.replaceAll(' ', '') }).generate()
  // The sixth digit submits the form.
  await page.getByLabel('The code that your app shows now').fill(code)
  await page.getByRole('button', { name: /I have kept them/ }).click()
  return secret.replaceAll(' ', '')
}

test('from an empty folder to a call that was held', async ({
  page,
  server,
  folder,
  browser,
  faults,
  stored,
}) => {
  test.setTimeout(120_000)
  faults.expect(/status of 40[0139]/)

  // The first owner, through the link that the server printed.
  await page.goto(/http\S+\/account\/owner\?token=\S+/.exec(server.output)?.[0] ?? '')
  await page.getByLabel('E-mail address').fill('olga@example.com')
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').click()
  await page.getByRole('link', { name: 'Open the desk' }).click()
  await page.getByLabel('E-mail address').fill('olga@example.com')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()

  // The password alone gives access to no data, whichever request is sent.
  await expect(page.getByRole('heading', { name: 'Set up the second step' })).toBeVisible()
  const half = clientOf(server.url)
  await half.auth.signInWithPassword({ email: 'olga@example.com', password })
  for (const table of ['strategy_call_bookings', 'contact_messages', 'staff_members', 'notes', 'audit_log']) {
    const { data, error } = await half.from(table).select('id')
    expect([table, error?.code ?? data]).toEqual([table, []])
  }
  for (const name of [
    'desk_people',
    'my_sessions',
    'booking_sources',
    'week_of_calls',
    'insights_live',
    'audit_trail',
  ]) {
    expect([name, (await half.rpc(name)).error?.code]).toEqual([name, '42501'])
  }
  await setUpSecondStep(page)
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
  await expect(page.getByText('No booking yet', { exact: false })).toBeVisible()

  // An agent who was invited at the desk arrives through the letter.
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail address').fill('anna@example.com')
  await page.getByLabel('Name (optional)').fill('Anna')
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'anna@example.com' })).toContainText('Invited')
  const agentContext = await browser.newContext({ timezoneId: 'Europe/Berlin' })
  faults.watch(agentContext)
  const agent = await agentContext.newPage()
  await agent.goto(await linkIn(folder, 'anna@example.com', 'invite'))
  await agent.getByLabel('Password').fill(`${password} too`)
  await agent.getByRole('button').click()
  await setUpSecondStep(agent)
  await expect(agent.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()

  // A visitor books; both colleagues see it without a reload, in under a second.
  await page.getByRole('link', { name: 'Bookings' }).click()
  await expect(page.getByText('Live', { exact: true })).toBeVisible()
  await expect(agent.getByText('Live', { exact: true })).toBeVisible()
  const visitorContext = await browser.newContext({ baseURL: server.url, timezoneId: 'Pacific/Auckland' })
  faults.watch(visitorContext)
  const visitor = await visitorContext.newPage()
  const asked: string[] = []
  visitor.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await visit(visitor)
  const sent = visitor.waitForResponse((answer) => answer.url().includes('/strategy_call_bookings'))
  await bookAtEase(visitor, someBooking({ name: 'Mere Dockside', company: 'Dockside ERP' }))
  expect((await sent).status()).toBe(201)
  await promptly(page, (within) => expect(rowOf(page, 'Mere Dockside')).toBeVisible(within))
  await promptly(agent, (within) => expect(rowOf(agent, 'Mere Dockside')).toBeVisible(within))
  // Visitors do not load any code of the desk.
  expect(asked.filter((path) => path.startsWith('/desk'))).toEqual([])
  expect(await visitor.locator('a[href*="/desk"]').count()).toBe(0)

  // The agent confirms, the owner sees it and holds the call.
  const record = await openRow(agent, 'Mere Dockside')
  await record.getByRole('button', { name: 'Confirm' }).click()
  const dialog = agent.getByRole('dialog', { name: 'Confirm the call' })
  await dialog.getByLabel('Day', { exact: true }).fill(wednesday(2, '10:00').slice(0, 10))
  await dialog.getByLabel('Your time').fill('14:00')
  await dialog.getByRole('button', { name: 'Confirm 14:00' }).click()
  await promptly(
    page,
    (within) => expect(rowOf(page, 'Mere Dockside')).toContainText('Confirmed', within),
    2000,
  )
  const mine = await openRow(page, 'Mere Dockside')
  await stored.callBegins(new URL(page.url()).searchParams.get('item') ?? '', -60)
  await mine.getByRole('button', { name: 'Held', exact: true }).click()
  await expect(rowOf(page, 'Mere Dockside')).toContainText('Held')

  // Exported as a file.
  await page.getByRole('link', { name: 'Exports' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export bookings' }).click()
  const rows: Record<string, string>[] = parse(await readFile(await (await download).path()), {
    columns: true,
    bom: true,
  })
  expect(rows).toMatchObject([{ name: 'Mere Dockside', company: 'Dockside ERP', status: 'held' }])
  await expect(page.getByText(/^Saved: /)).toBeVisible()

  // The agent neither sees nor may use what only an owner may do.
  await expect(agent.getByRole('link', { name: 'People' })).toHaveCount(0)
  await agent.goto(`${server.url}/desk/settings`)
  await expect(agent.getByText('This is for owners')).toBeVisible()
  const token = await agent.evaluate(() => {
    const { access_token } = JSON.parse(localStorage.getItem('desk') ?? '{}') as { access_token: string }
    return access_token
  })
  const call = (path: string, body: object, method = 'POST') =>
    fetch(server.url + path, {
      method,
      headers: {
        apikey: 'sb_publishable_backline',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        prefer: 'return=representation',
      },
      body: JSON.stringify(body),
    })
  for (const [path, body] of [
    ['/auth/v1/invite', { email: 'mallory@example.com' }],
    ['/rest/v1/rpc/erase_person', { address: 'mere@example.com' }],
    ['/rest/v1/rpc/export_person', { address: 'mere@example.com' }],
    ['/rest/v1/rpc/audit_trail', {}],
    ['/rest/v1/rpc/add_member', { address: 'anna@example.com', role: 'owner' }],
    ['/rest/v1/days_off', { day: '2031-01-01' }],
  ] as const) {
    expect([path, (await call(path, body)).status]).toEqual([path, 403])
  }
  const settings = await call('/rest/v1/desk_settings?only=eq.true', { weekly_capacity: 1 }, 'PATCH')
  expect(await settings.json()).toEqual([])
  await Promise.all([agentContext.close(), visitorContext.close()])
})
