import { brand } from '#content/brand.ts'
import { calendarServerForTest, fileOf } from '#server/features/calendars/testing.ts'
import { createMember, openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { fetchAvailableTimes, inDays, makeHost, removeAllHosts, saveHost } from './hosts.ts'
import { confirmCall, mark, recordOf, sendBooking } from './inbox.ts'

// These tests add hosts, and therefore available times that other tests do not expect.
test.use({ ownServer: true })

test('offers visitors only times within a host’s working hours', async ({ page, at, ben }) => {
  const hours = async () => [...new Set((await fetchAvailableTimes(at.url)).map((time) => time.slice(11, 16)))].sort()
  expect(await hours()).toEqual([])
  await openDesk(page, at.url, ben, '/week')
  await expect(page.getByRole('heading', { name: 'Week' })).toBeVisible()
  await page.keyboard.type('gu')
  await expect(page.getByRole('heading', { name: 'Availability' })).toBeFocused()
  await page.getByRole('button', { name: 'Start with these hours' }).click()
  await expect(page.getByLabel('Monday: from')).toHaveValue('09:00')

  await page.getByRole('combobox', { name: 'Time zone' }).fill('UTC')
  await page.getByLabel('Monday: from').fill('10:00')
  await page.getByLabel('Monday: until').fill('11:00')
  await page.getByRole('button', { name: 'Copy to Tuesday–Friday' }).press('Enter')
  await expect(page.getByText('5 h a week')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Unsaved changes.')).toBeVisible()
  await expect(page.getByLabel('Friday: until')).toHaveValue('11:00')
  // Pressing Enter in a field saves the form.
  await page.getByLabel('Notice (hours)').fill('0')
  await page.getByLabel('Notice (hours)').press('Enter')
  await expect(page.getByText(/^Availability of .* saved\.$/)).toBeVisible()
  await expect(page.getByText('Room for 5 calls next week')).toBeVisible()
  expect(await hours()).toEqual(['10:00', '10:15', '10:30'])
  await looksRight(page)

  await page.getByLabel('Monday: until').fill('09:00')
  await page.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByText('The end is before the start.')).toBeVisible()
  await expect(page.getByLabel('Monday: from')).toBeFocused()
  await page.getByRole('button', { name: 'Discard changes' }).click()
  await expect(page.getByLabel('Monday: until')).toHaveValue('11:00')
})

test('blocks the busy times of an external calendar until the calendar is removed, and publishes a host’s calls as a feed', async ({
  page,
  at,
}) => {
  const ada = await createMember(at, 'agent', 'Ada')
  const [day = ''] = inDays(4, '12:00').split('T')
  const hour = (time: string) => `${day.replaceAll('-', '')}T${time}0000Z`
  const elsewhere = await calendarServerForTest()
  const busy = fileOf([`DTSTART:${hour('12')}`, `DTEND:${hour('13')}`])
  elsewhere.answer = (reply, { url }) => void reply.end(url?.endsWith('?empty') ? fileOf() : busy)
  await makeHost(ada)
  const isOffered = async () =>
    (await fetchAvailableTimes(at.url)).some((time) => new Date(time).toISOString() === `${day}T12:00:00.000Z`)
  expect(await isOffered()).toBe(true)

  await openDesk(page, at.url, ada, '/hours')
  await page.getByRole('button', { name: 'Add a calendar' }).click()
  const form = page.getByRole('dialog', { name: 'Add a calendar' })
  await form.getByLabel('Name').fill('Private')
  await form.getByLabel('Address').fill(elsewhere.url)
  await form.getByRole('button', { name: 'Add calendar' }).click()
  await expect(page.getByText('Read 0 min ago: 1 upcoming busy time.')).toBeVisible()
  expect(await isOffered()).toBe(false)
  await page.getByRole('button', { name: 'Change Private' }).click()
  const change = page.getByRole('dialog', { name: 'Change Private' })
  await change.getByLabel('Address').fill(`${elsewhere.url}?empty`)
  await change.getByRole('button', { name: 'Save calendar' }).click()
  await expect(page.getByText('Read 0 min ago: 0 upcoming busy times.')).toBeVisible()
  expect(await isOffered()).toBe(true)
  elsewhere.answer = (reply) => void reply.end(busy)
  await page.getByRole('button', { name: 'Refresh Private' }).click()
  await expect(page.getByText('Read 0 min ago: 1 upcoming busy time.')).toBeVisible()
  expect(await isOffered()).toBe(false)
  await elsewhere.close()
  await page.getByRole('button', { name: 'Refresh Private' }).click()
  await expect(page.getByText(/Busy times that were read earlier still apply/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove Private' }).click()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(isOffered).toBe(true)

  await page.getByRole('button', { name: 'Create address' }).click()
  const address = await page.getByText(/\/calendar\/\w{64}\.ics$/).innerText()
  expect(await (await fetch(address)).text()).toContain(`X-WR-CALNAME:${brand.name}: Ada’s calls`)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Revoke address' }).click()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect(page.getByText('No address yet.')).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

test('asks before overwriting working hours that another member has changed', async ({ page, at, anna, faults }) => {
  faults.expect(/409/)
  const karl = await createMember(at, 'agent', 'Karl')
  const tuesday = { hours: [{ weekday: 2, opens: '09:00', closes: '12:00' }] }
  const { updated_at } = await makeHost(karl, tuesday)
  await openDesk(page, at.url, anna, `/hours?host=%22${karl.id}%22`)
  await page.getByLabel('Tuesday: until').fill('13:00')
  await saveHost(karl, karl.id, { ...tuesday, daily_most: 7 }, updated_at)
  await page.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByRole('alert')).toContainText('Someone else changed these settings')
  await page.getByRole('button', { name: 'Keep my changes' }).click()
  await page.getByRole('button', { name: 'Save availability' }).click()
  await expect(page.getByText(/^Availability of .* saved\.$/)).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Tuesday: until')).toHaveValue('13:00')
})

test('lists the calls that must be moved or reassigned after a change of working hours, a day off or a host’s departure', async ({
  page,
  at,
  anna,
}) => {
  const nils = await createMember(at, 'agent', 'Nils')
  const lena = await createMember(at, 'agent', 'Lena')
  await anna.client.from('desk_settings').update({ weekly_capacity: 50 }).eq('only', true)
  await removeAllHosts(anna)
  const { updated_at } = await makeHost(nils)
  await makeHost(lena)
  const name = `Rosa ${mark()}`
  const start = inDays(9, '10:00')
  const booking = await sendBooking(at.url, { name, preferred_time: start })
  await confirmCall(anna, booking, start, { host: nils.id })

  await openDesk(page, at.url, anna, `/hours?host=%22${nils.id}%22`)
  await page.getByLabel('Takes calls').uncheck()
  await page.getByRole('button', { name: 'Save availability' }).click()
  const touched = page.getByRole('status').filter({ hasText: '1 confirmed call' })
  await expect(touched).toContainText(name)
  await looksRight(page)

  // The form preselects an available host, so that the member can confirm at once.
  await touched.getByRole('link', { name: new RegExp(name) }).click()
  await recordOf(page, name).getByRole('button', { name: 'Reschedule' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reschedule the call' })
  await expect(dialog.getByLabel('Host')).toHaveValue(lena.id)
  await dialog.getByRole('button', { name: /^Confirm/ }).click()
  await expect(page.getByText(/Assigned to Lena\./)).toBeVisible()
  await expect(dialog).toBeHidden()

  const back = await anna.client.rpc('desk_hosts')
  const now = (back.data as { id: string; updated_at: string }[]).find(({ id }) => id === nils.id)
  expect(now?.updated_at).not.toBe(updated_at)
  await saveHost(anna, nils.id, {}, now?.updated_at)
  await page.goto(`${at.url}/desk/settings`)
  await page.getByLabel('Day', { exact: true }).fill(start.slice(0, 10))
  await page.getByRole('button', { name: 'Add day off' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 confirmed call' })).toContainText(name)
  await looksRight(page)
  await anna.client.from('days_off').delete().eq('day', start.slice(0, 10))

  await page.goto(`${at.url}/desk/people`)
  const row = page.getByRole('listitem').filter({ hasText: lena.email })
  await row.getByRole('button', { name: 'Suspend' }).click()
  const stop = page.getByRole('dialog', { name: 'Suspend Lena?' })
  await expect(stop.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await looksRight(page)
  await stop.getByRole('button', { name: `Reassign the call with ${name}` }).click()
  await expect(stop.getByText('No upcoming confirmed calls.')).toBeVisible()
  const { data } = await anna.client.from('strategy_call_bookings').select('assigned_to').eq('id', booking)
  expect(data).toEqual([{ assigned_to: nils.id }])
  await stop.getByRole('button', { name: 'Cancel' }).click()

  await page.getByLabel('Role of Nils').selectOption('viewer')
  const demote = page.getByRole('dialog', { name: 'Make Nils a viewer?' })
  await expect(demote.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await demote.getByRole('button', { name: 'Change to viewer' }).click()
  await expect(page.getByText('Nils’s role is now viewer.')).toBeVisible()
})
