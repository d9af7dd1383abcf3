import { colleague, openDesk } from '#e2e/desk.ts'
import { expect, test } from '#e2e/desk-test.ts'
import { inDays, offered, saveHost, takesCalls } from '#e2e/hosts.ts'
import { sendBooking } from '#e2e/inbox.ts'
import { calendarServerForTest, fileOf } from '#server/features/calendars/testing.ts'

// Visitors are offered the times of hosts, which tests of the site do not expect.
test.use({ ownServer: true })

test('a calendar elsewhere takes times away, and calls have a calendar of their own', async ({
  page,
  at,
  faults,
}) => {
  faults.expect(/status of 400/)
  const ada = await colleague(at, 'agent', 'Ada')
  const elsewhere = await calendarServerForTest()
  const [day = ''] = inDays(4, '10:00').split('T')
  const meeting = (hour: number) => {
    const time = (hour: number) => `${day.replaceAll('-', '')}T${hour}0000Z`
    return [`DTSTART:${time(hour)}`, `DTEND:${time(hour + 1)}`]
  }
  elsewhere.answer = (reply) => void reply.end(fileOf(meeting(12)))
  await takesCalls(ada)
  const isOffered = async () => {
    const times = (await offered(at.url)).map((time) => new Date(time).toISOString())
    return ['12', '14'].map((hour) => times.includes(`${day}T${hour}:00:00.000Z`))
  }
  expect(await isOffered()).toEqual([true, true])

  await openDesk(page, at.url, ada, '/hours')
  await page.getByRole('button', { name: 'Add a calendar' }).click()
  const form = page.getByRole('dialog', { name: 'Add a calendar' })
  await form.getByLabel('Name').fill('Private')
  await form.getByLabel('Address').fill('nowhere')
  await form.getByLabel('Address').press('Enter')
  await expect(form.getByRole('alert')).toContainText('This is no address of a calendar')
  await form.getByLabel('Address').fill(elsewhere.url)
  await form.getByRole('button', { name: 'Read and add it' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Private' })
  await expect(row).toContainText('Read 0 min ago: 1 busy time ahead.')
  await expect(page.getByText('calendar.ics')).toBeHidden()
  expect(await isOffered()).toEqual([false, true])

  elsewhere.answer = (reply) => void reply.end(fileOf(meeting(12), meeting(14)))
  await page.getByRole('button', { name: 'Read it now: Private' }).click()
  await expect(row).toContainText('2 busy times ahead')
  expect(await isOffered()).toEqual([false, false])
  await elsewhere.close()
  await page.getByRole('button', { name: 'Read it now: Private' }).click()
  await expect(row).toContainText(/Nobody answers at this address.*What it said before still counts/)
  await page.getByRole('button', { name: 'Remove Private' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect.poll(isOffered).toEqual([true, true])

  const booking = await sendBooking(at.url, { name: 'Grace Hopper', company: 'Compilers' })
  const call = { booking, expected: 'new', target: 'confirmed', call_start: inDays(4, '12:00') }
  const moved = await ada.client.rpc('move_booking', { ...call, host: ada.id, anyway: true })
  expect(moved.error).toBeNull()
  await page.getByRole('button', { name: 'Make an address' }).click()
  const address = await page.getByText(/\/calendar\/\w{64}\.ics$/).innerText()
  const calendar = await (await fetch(address)).text()
  expect(calendar).toContain('X-WR-CALNAME:Backline: calls of Ada')
  expect(calendar).toContain('SUMMARY:Strategy call: Grace Hopper\\, Compilers')
  await page.getByRole('button', { name: 'I have it' }).click()
  await page.getByRole('button', { name: 'End the address' }).click()
  await page.getByRole('button', { name: 'End it' }).click()
  await expect(page.getByText('There is no address so far.')).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

test('of two who change the same hours the slower is told, and loses nothing; a viewer changes none', async ({
  page,
  at,
  anna,
  vera,
  faults,
}) => {
  faults.expect(/409/)
  const karl = await colleague(at, 'agent', 'Karl')
  const tuesday = { hours: [{ weekday: 2, opens: '09:00', closes: '12:00' }] }
  const { updated_at } = await takesCalls(karl, tuesday)
  await openDesk(page, at.url, anna, `/hours?host=%22${karl.id}%22`)
  await expect(page.getByRole('heading', { name: 'Karl' })).toBeVisible()
  await page.getByLabel('Tuesday: until').fill('13:00')
  const settings = { ...tuesday, daily_most: 7 }
  await saveHost(karl, karl.id, settings, updated_at)
  await page.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByRole('alert')).toContainText('These hours were changed meanwhile')
  await expect(page.getByLabel('Tuesday: until')).toHaveValue('13:00')
  await page.getByRole('button', { name: 'Keep mine, to save over it' }).click()
  await page.getByRole('button', { name: 'Save the hours' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByText('Not saved yet.')).toBeHidden()

  await page.evaluate((session) => localStorage.setItem('desk', session), JSON.stringify(vera.session))
  await page.reload()
  await expect(page.getByLabel('Tuesday: until')).toHaveValue('13:00')
  await expect(page.getByLabel('Tuesday: until')).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Save the hours' })).toBeHidden()
})
