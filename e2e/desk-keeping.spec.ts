import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { isAccessible } from './axe.ts'
import { clientOf, colleague, openDesk } from './desk.ts'
import { wednesday } from './inbox.ts'
import { expect, test } from './test.ts'

test.use({ settings: { AUTH_INVITE_HOURS: '24' } })

test('an owner invites, changes a role, stops and lets in again, and the log says so', async ({
  page,
  server,
  folder,
}) => {
  const at = { folder, url: server.url }
  const owner = await colleague(at, 'owner', 'Olga')
  const agent = await colleague(at, 'agent', 'Anna')
  await openDesk(page, server.url, owner, '/people')
  await expect(page.getByRole('listitem').filter({ hasText: owner.email })).toContainText('you')
  await page.getByRole('button', { name: 'Invite somebody' }).click()
  await page.getByLabel('E-mail address').fill('vera@example.com')
  await page.getByLabel('Name (optional)').fill('Vera')
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await isAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  const vera = page.getByRole('listitem').filter({ hasText: 'vera@example.com' })
  await expect(vera).toContainText('Invited')
  await expect(vera.getByLabel('Role of Vera')).toHaveValue('viewer')

  const anna = page.getByRole('listitem').filter({ hasText: agent.email })
  await anna.getByLabel('Role of Anna').selectOption('viewer')
  await expect(page.getByText('Anna is viewer now.')).toBeVisible()
  expect((await agent.client.rpc('desk_me')).data).toMatchObject({ role: 'viewer' })
  await anna.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(anna).toContainText('Stopped')
  expect((await agent.client.auth.getUser()).error).not.toBeNull()
  await anna.getByRole('button', { name: 'Let in again' }).click()
  await expect(anna).toContainText('Active')
  await isAccessible(page)

  await page.goto(`${server.url}/desk/log?kind=people`)
  for (const sentence of [
    'Olga let somebody in again',
    'Olga stopped somebody',
    'Olga changed a role from agent to viewer',
    'Olga took somebody in as viewer',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await isAccessible(page)
})

test('an owner sets hours, a day off and keeping; two owners do not overwrite one another', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(/status of 400 .*desk_settings/)
  const at = { folder, url: server.url }
  const owner = await colleague(at, 'owner', 'Olga')
  await owner.client.from('days_off').insert({ day: '202610-01-01' })
  await openDesk(page, server.url, owner, '/settings')
  await page.getByLabel('Calls a week').fill('7')
  await page.getByLabel('From').fill('08:30')
  await page.getByRole('checkbox', { name: 'Sat' }).check()
  await page.getByLabel('Time zone of the desk').fill('Nowhere/Land')
  const refused = (why: string) => page.getByRole('alert').filter({ hasText: why })
  await page.getByRole('button', { name: 'Save the calls' }).click()
  await expect(refused('There is no such time zone.')).toBeVisible()
  await page.getByLabel('Time zone of the desk').fill('Africa/Johannesburg')
  await page.getByLabel('Until', { exact: true }).fill('08:00')
  await page.getByRole('button', { name: 'Save the calls' }).click()
  await expect(refused('The hours end before they begin.')).toBeVisible()
  await page.getByLabel('Until', { exact: true }).fill('17:00')
  await page.getByRole('button', { name: 'Save the calls' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  const stored = await owner.client.from('desk_settings').select().single()
  expect(stored.data).toMatchObject({
    weekly_capacity: 7,
    opens: '08:30:00',
    work_days: [1, 2, 3, 4, 5, 6],
    time_zone: 'Africa/Johannesburg',
  })
  const free = await clientOf(server.url).rpc('free_calls_this_week')
  expect(free.data).toMatchObject({ capacity: 7 })

  await owner.client.from('desk_settings').update({ weekly_capacity: 9 }).eq('only', true)
  await page.getByLabel('Calls a week').fill('3')
  await page.getByRole('button', { name: 'Save the calls' }).click()
  await expect(page.getByText('Somebody else changed the settings meanwhile').first()).toBeVisible()
  await expect(page.getByLabel('Calls a week')).toHaveValue('9')

  // A year of six digits is a typing error: a stored one breaks nothing, and the field accepts no new one.
  await page.getByRole('button', { name: 'Remove 202610-01-01' }).click()
  await expect(page.getByText('None so far.')).toBeVisible()
  const day = page.getByLabel('Day', { exact: true })
  await day.fill('202610-01-01')
  expect(await day.evaluate((field: HTMLInputElement) => field.validity.rangeOverflow)).toBe(true)
  await day.fill('2030-12-25')
  const why = page.getByLabel('Why (optional)')
  await why.fill('x'.repeat(203))
  await page.getByRole('button', { name: 'Add the day' }).click()
  await expect(why).toBeFocused()
  await expect(why).toHaveAccessibleDescription('3 characters too many. At most 200 fit.')
  await why.fill('Holidays')
  await page.getByRole('button', { name: 'Add the day' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Holidays' })).toContainText('25 December 2030')
  await page.getByRole('button', { name: /^Remove Wednesday,? 25 December 2030/ }).click()
  await expect(page.getByText('None so far.')).toBeVisible()

  await page.getByLabel('Mailboxes of the team').fill('team@example.com; help')
  await page.getByRole('button', { name: 'Save the keeping' }).click()
  await expect(refused('something that is no e-mail address')).toBeVisible()
  await page.getByLabel('Mailboxes of the team').fill('team@example.com; help@example.com')
  await page.getByLabel('Keep bookings and messages, days').fill('730')
  await page.getByRole('button', { name: 'Save the keeping' }).click()
  await expect
    .poll(async () => (await owner.client.from('desk_settings').select().single()).data)
    .toMatchObject({ answer_mailboxes: ['team@example.com', 'help@example.com'], keep_people_days: 730 })
  await isAccessible(page)
})

test('one person is handed over and erased, with their call and from every open screen', async ({
  page,
  server,
  folder,
  stored,
  browser,
  faults,
}) => {
  faults.expect(/status of 404/)
  const owner = await colleague({ folder, url: server.url }, 'owner', 'Olga')
  const agent = await colleague({ folder, url: server.url }, 'agent', 'Ben')
  const email = `gone-${randomUUID()}@example.com`
  const id = randomUUID()
  await clientOf(server.url)
    .from('strategy_call_bookings')
    .insert(booking({ id, email, name: 'Pia Canary', phone: '+64 21 555 0100' }))
  const call = { call_start: wednesday(9, '14:00'), anyway: true }
  await agent.client.rpc('move_booking', { booking: id, expected: 'new', target: 'confirmed', ...call })
  // What a colleague has open: the record beside the list, the person, the letters.
  const theirs = await browser.newContext()
  const [record, person, letters] = [await theirs.newPage(), await theirs.newPage(), await theirs.newPage()]
  await openDesk(record, server.url, agent, `/bookings?item=${id}`)
  await openDesk(person, server.url, agent, `/person?booking=${id}`)
  await openDesk(letters, server.url, agent, '/letters')
  await expect(record.getByRole('link', { name: email })).toBeVisible()
  await expect(person.getByRole('heading', { name: 'Pia Canary' })).toBeVisible()
  await expect(letters.getByText('Pia Canary').first()).toBeVisible()
  await openDesk(page, server.url, owner, '/settings')
  await page.getByLabel('Their e-mail address').fill(email)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download what there is' }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  expect(JSON.parse(file)).toMatchObject({ email, bookings: [{ phone: '+64 21 555 0100' }] })
  await page.getByRole('button', { name: 'Erase' }).click()
  await expect(page.getByRole('dialog')).toContainText(
    /There is a call with this person on Wednesday.*, held by Ben\. It will be called off\./,
  )
  await isAccessible(page)
  await page.getByRole('button', { name: 'Erase for good' }).click()
  await expect(page.getByText('Gone: 1 booking, 0 messages')).toBeVisible()
  expect(await stored.bookings(email)).toEqual([])
  await expect(record.getByRole('heading', { name: 'This booking is no longer here' })).toBeVisible()
  await expect(person.getByText('This person is not here any more')).toBeVisible()
  for (const screen of [record, person, letters]) await expect(screen.getByText('Canary')).toHaveCount(0)
  await theirs.close()
})

test('an agent finds none of it, by screen or by call', async ({ page, server, folder, faults }) => {
  faults.expect(/status of 40[13]/)
  const agent = await colleague({ folder, url: server.url }, 'agent', 'Anna')
  await openDesk(page, server.url, agent, '/people')
  await expect(page.getByText('This is for owners')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Settings' })).toHaveCount(0)
  for (const path of ['settings', 'log']) {
    await page.goto(`${server.url}/desk/${path}`)
    await expect(page.getByText('This is for owners')).toBeVisible()
  }
  const { client } = agent
  expect(
    (await client.from('desk_settings').update({ weekly_capacity: 1 }).eq('only', true).select()).data,
  ).toEqual([])
  expect((await client.from('days_off').insert({ day: '2031-01-01' })).error?.code).toBe('42501')
  for (const call of [
    client.rpc('erase_person', { address: 'ada@example.com' }),
    client.rpc('export_person', { address: 'ada@example.com' }),
    client.rpc('audit_trail'),
    client.rpc('reset_second_factor', { member: agent.id }),
    client.from('staff_members').insert({ id: agent.id, role: 'owner' }),
  ]) {
    expect((await call).error?.code).toBe('42501')
  }
})
