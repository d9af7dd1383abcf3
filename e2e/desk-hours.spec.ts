import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Host } from '#shared/contract/hosts.ts'
import { isAccessible } from './axe.ts'
import { clientOf, colleague, openDesk } from './desk.ts'
import { expect, test } from './test.ts'

// A server of its own: hosts of other journeys would offer times too.
test.use({ settings: { INTERACTION_DAYS: '391', CALENDAR_PRIVATE_ADDRESSES: 'on' } })

/** Next Monday at ten by UTC, for half an hour, as a calendar elsewhere has it. */
function busyOnMonday(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 8 - (day.getUTCDay() || 7))
  const date = day.toISOString().slice(0, 10).replaceAll('-', '')
  const event = ['UID:1', 'SUMMARY:Dentist', `DTSTART:${date}T100000Z`, `DTEND:${date}T103000Z`]
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'BEGIN:VEVENT', ...event, 'END:VEVENT', 'END:VCALENDAR', ''].join(
    '\r\n',
  )
}

const ofTheDesk = {
  takes_calls: true,
  time_zone: 'UTC',
  place: 'phone',
  link: null,
  break_before: 0,
  break_after: 0,
  notice_minutes: 60,
  daily_most: null,
  hours: [{ weekday: 2, opens: '09:00', closes: '12:00' }],
  dates: [],
}

test('an agent says when they take calls, and the site offers those times', async ({
  page,
  server,
  folder,
}) => {
  const at = { folder, url: server.url }
  const me = await colleague(at, 'agent', 'Ada')
  const visitor = clientOf(server.url)
  const offered = async () => {
    const { data } = await visitor.rpc('free_times', { days: 14, zone: 'UTC' })
    const { times } = data as { times: string[] }
    return [...new Set(times.map((time) => time.slice(11, 16)))].sort()
  }
  expect(await offered()).toEqual([])

  await openDesk(page, server.url, me, '/week')
  await expect(page.getByRole('heading', { name: 'Week' })).toBeVisible()
  await page.keyboard.type('gu')
  await expect(page.getByRole('heading', { name: 'Hours' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'You take no calls yet' })).toBeVisible()
  await isAccessible(page)
  await page.getByRole('button', { name: 'Take calls in these hours' }).click()
  await expect(page.getByLabel('Monday: from')).toHaveValue('09:00')

  await page.getByLabel('Time zone').fill('UTC')
  await page.getByLabel('Monday: from').fill('10:00')
  await page.getByLabel('Monday: until').fill('11:00')
  await page.getByRole('button', { name: 'Copy to Tuesday–Friday' }).press('Enter')
  await expect(page.getByText('5 h a week')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Not saved yet.')).toBeVisible()
  await expect(page.getByLabel('Friday: until')).toHaveValue('11:00')
  // Enter in a field saves, as in any form.
  await page.getByLabel('Notice, hours').fill('0')
  await page.getByLabel('Notice, hours').press('Enter')
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByText('15 free times next week')).toBeVisible()
  // What strangers are told is shared for 15 seconds.
  await expect.poll(offered, { timeout: 20_000 }).toEqual(['10:00', '10:15', '10:30'])
  await isAccessible(page)

  await page.getByLabel('Monday: until').fill('09:00')
  await page.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByText('These hours end before they begin.')).toBeVisible()
  await expect(page.getByLabel('Monday: from')).toBeFocused()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await expect(page.getByLabel('Monday: until')).toHaveValue('11:00')
})

test('a calendar elsewhere takes times away, and calls have a calendar of their own', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(/status of 400/)
  const me = await colleague({ folder, url: server.url }, 'agent', 'Ada')
  const elsewhere = createServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'text/calendar' }).end(busyOnMonday())
  })
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { port } = elsewhere.address() as AddressInfo
  const monday = [{ weekday: 1, opens: '10:00', closes: '11:00' }]
  const settings = { ...ofTheDesk, hours: monday }
  const saved = await me.client.rpc('save_host', { host: me.id, settings, seen: null })
  expect(saved.error).toBeNull()

  await openDesk(page, server.url, me, '/hours')
  await expect(page.getByText('3 free times next week')).toBeVisible()
  await page.getByRole('button', { name: 'Add a calendar' }).click()
  const form = page.getByRole('dialog', { name: 'Add a calendar' })
  await form.getByLabel('Name').fill('Private')
  await form.getByLabel('Address').fill('nowhere')
  await form.getByLabel('Address').press('Enter')
  await expect(form.getByRole('alert')).toContainText('This is no address of a calendar')
  await form.getByLabel('Address').fill(`http://127.0.0.1:${port}/secret.ics`)
  await form.getByRole('button', { name: 'Read and add it' }).click()
  await expect(page.getByText('Read 0 min ago: 1 busy time ahead.')).toBeVisible()
  await expect(page.getByText('1 free time next week')).toBeVisible()
  await expect(page.getByText('secret.ics')).toBeHidden()
  await isAccessible(page)

  elsewhere.close()
  elsewhere.closeAllConnections()
  await page.getByRole('button', { name: 'Read it now: Private' }).click()
  await expect(
    page.getByText(/^Nobody answers at this address.*What it said before still counts/),
  ).toBeVisible()
  await expect(page.getByText('1 free time next week')).toBeVisible()
  await page.getByRole('button', { name: 'Remove Private' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(page.getByText('3 free times next week')).toBeVisible()

  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = await page.getByText(/\/calendar\/\w{64}\.ics$/).innerText()
  expect(await (await fetch(address)).text()).toContain('X-WR-CALNAME:Backline: calls of Ada')
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.getByRole('button', { name: 'End the address' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('There is no address so far.')).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

test('of two who change the same hours the slower is told, and loses nothing', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(/409/)
  const at = { folder, url: server.url }
  const owner = await colleague(at, 'owner', 'Olga')
  const agent = await colleague(at, 'agent', 'Karl')
  const save = (daily_most: number, seen: string | null) =>
    agent.client.rpc('save_host', { host: agent.id, settings: { ...ofTheDesk, daily_most }, seen })
  const first = await save(3, null)
  expect(first.error).toBeNull()

  await openDesk(page, server.url, owner, `/hours?host=%22${agent.id}%22`)
  await expect(page.getByRole('heading', { name: 'Karl' })).toBeVisible()
  await page.getByLabel('Tuesday: until').fill('13:00')
  expect((await save(7, (first.data as Host).updated_at)).error).toBeNull()
  await page.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByRole('alert')).toContainText('These hours were changed meanwhile')
  await expect(page.getByLabel('Tuesday: until')).toHaveValue('13:00')
  await page.getByRole('button', { name: 'Keep mine, to save over it' }).click()
  await page.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByText('Not saved yet.')).toBeHidden()

  const viewer = await colleague(at, 'viewer', 'Vic')
  const other = await page.context().browser()?.newContext()
  const looking = await other?.newPage()
  if (!looking) throw new Error('no second browser')
  await openDesk(looking, server.url, viewer, `/hours?host=%22${agent.id}%22`)
  await expect(looking.getByLabel('Tuesday: until')).toHaveValue('13:00')
  await expect(looking.getByLabel('Tuesday: until')).toBeDisabled()
  await expect(looking.getByRole('button', { name: 'Save the hours' })).toBeHidden()
  await other?.close()
})

test('an owner says what visitors may do by themselves', async ({ page, server, folder }) => {
  const owner = await colleague({ folder, url: server.url }, 'owner', 'Olga')
  await openDesk(page, server.url, owner, '/settings')
  await page.getByRole('checkbox', { name: 'Confirm picked times at once' }).check()
  await page.getByRole('checkbox', { name: 'Visitors may move their call themselves' }).check()
  await page.getByLabel('Until so many hours before the call').fill('1.5')
  await page.getByLabel('So many times').fill('2')
  await page.getByRole('button', { name: 'Save the free times' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  const { data } = await owner.client
    .from('desk_settings')
    .select('confirm_at_once,moves_at_once,move_notice_minutes,most_moves')
    .single()
  expect(data).toEqual({
    confirm_at_once: true,
    moves_at_once: true,
    move_notice_minutes: 90,
    most_moves: 2,
  })
  await page.reload()
  await expect(page.getByLabel('Until so many hours before the call')).toHaveValue('1.5')
  await page.getByLabel('So many times').fill('21')
  await page.getByRole('button', { name: 'Save the free times' }).click()
  expect(
    await page.getByLabel('So many times').evaluate((field: HTMLInputElement) => field.validity.valid),
  ).toBe(false)
})
