import type { Host } from '#shared/contract/hosts.ts'
import { isAccessible } from './axe.ts'
import { type Colleague, clientOf, colleague, openDesk } from './desk.ts'
import { mark, openRow, rowOf, sendBooking } from './inbox.ts'
import { expect, test } from './test.ts'

// A server of its own: hosts of other journeys would be proposed too.
test.use({ settings: { INTERACTION_DAYS: '389' }, timezoneId: 'UTC' })

/** Says that somebody takes calls all day and every day. */
async function takesCalls({ client, id }: Colleague): Promise<Host> {
  const hours = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' }))
  const own = { takes_calls: true, time_zone: 'UTC', place: 'phone', link: null, dates: [], hours }
  const settings = { ...own, break_before: 0, break_after: 0, notice_minutes: 0, daily_most: null }
  const { data, error } = await client.rpc('save_host', { host: id, settings, seen: null })
  if (error) throw new Error(error.message)
  return data as Host
}

/** That hour of a day some days from now. */
const inDays = (days: number, hour: string) =>
  `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)}T${hour}:00Z`

test('who is free and was given none is proposed, a call is passed on, and who has no time is named', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(/status of 409/)
  const at = { folder, url: server.url }
  const olga = await colleague(at, 'owner', 'Olga')
  const ada = await colleague(at, 'agent', 'Ada')
  const ben = await colleague(at, 'agent', 'Ben')
  const word = mark()
  const settings = { time_zone: 'UTC', weekly_capacity: 50 }
  expect((await olga.client.from('desk_settings').update(settings).eq('only', true)).error).toBeNull()

  // While nobody takes calls, the call is whose hand confirms it.
  const plain = `Pia ${word}`
  await sendBooking(server.url, { name: plain, preferred_time: inDays(2, '08:00') })
  await openDesk(page, server.url, olga, '/bookings?sort=created_at')
  const before = await openRow(page, plain)
  await before.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(dialog).toContainText('Nobody has this call: it becomes yours')
  await expect(dialog.getByLabel('Who takes the call')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Not now' }).click()

  await takesCalls(ada)
  const taken = await sendBooking(server.url, { name: `Taken ${word}`, preferred_time: inDays(2, '10:00') })
  const confirmed = await olga.client.rpc('move_booking', {
    booking: taken,
    expected: 'new',
    target: 'confirmed',
    call_start: inDays(2, '10:00'),
    host: ada.id,
    anyway: true,
  })
  expect(confirmed.error).toBeNull()
  await takesCalls(ben)

  const name = `Mere ${word}`
  const id = await sendBooking(server.url, { name, preferred_time: inDays(2, '12:00'), picked: true })
  const holder = async () => {
    const row = await olga.client.from('strategy_call_bookings').select('assigned_to').eq('id', id).single()
    return row.data?.assigned_to as string | null
  }
  await page.goto(`${server.url}/desk/bookings?sort=created_at`)
  const record = await openRow(page, name)
  await expect(record).toContainText(/Picked from the free times, held until .* for Ben\./)
  await page.keyboard.press('c')
  await expect(dialog).toContainText(/Picked from the free times, held until .* for Ben\./)
  const choice = dialog.getByLabel('Who takes the call')
  await expect(choice).toHaveValue(ben.id)

  // Another time is asked about anew: at ten there is Ada's other call.
  await dialog.getByLabel('Your time').fill('10:00')
  await expect(dialog).toContainText('Ben: the only one who is free then.')
  await expect(choice.getByRole('option', { name: 'Ada: has another call then' })).toHaveCount(1)
  await choice.selectOption(ada.id)
  await expect(dialog).toContainText('10:00–10:30 Analytical Engines, Ada (overlaps)')
  await isAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await dialog.getByRole('button', { name: 'Confirm 10:00' }).click()
  await expect(dialog.getByRole('alert')).toContainText('From 10:00 to 10:30 there is the call with')
  await choice.selectOption(ben.id)
  await dialog.getByRole('button', { name: 'Confirm 10:00' }).click()
  await expect(page.getByText(/^Confirmed for .*, 10:00\. Ben has the call\.$/)).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Ben')
  expect(await holder()).toBe(ben.id)

  // The two lanes hold two calls at one hour, so the other one cannot take this one too.
  const pass = record.getByLabel('Pass it to')
  await pass.selectOption(ada.id)
  await record.getByRole('button', { name: 'Pass it to Ada' }).click()
  await expect(record.getByRole('alert')).toContainText('From 10:00 to 10:30 there is the call with')
  await record.getByRole('button', { name: 'Leave it' }).click()
  await expect(record.getByRole('alert')).toHaveCount(0)

  // By keyboard: to the list, to a name, to the button.
  const freed = { booking: taken, expected: 'confirmed', target: 'cancelled' }
  expect((await olga.client.rpc('move_booking', freed)).error).toBeNull()
  await expect(pass.getByRole('option', { name: 'Ada: free' })).toHaveCount(1)
  await page.keyboard.press('a')
  await expect(pass).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await expect(record.getByRole('button', { name: 'Pass it to Ada' })).toBeFocused()
  await isAccessible(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.keyboard.press('Enter')
  await expect(page.getByText('The call is passed to Ada. The visitor is told.')).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Ada')
  expect(await holder()).toBe(ada.id)

  // Olga has no hours of her own, and may take it all the same.
  await record.getByRole('button', { name: 'Take it' }).click()
  await expect.poll(holder).toBe(olga.id)
  await expect(page.getByText('The call is yours. The visitor is told.')).toBeVisible()

  // Somebody is faster, and the refusal stays when what they did is on the screen.
  await page.route('**/rpc/pass_call', async (route) => {
    const faster = { booking: id, expected_host: olga.id, host: ben.id, anyway: true }
    expect((await ada.client.rpc('pass_call', faster)).error).toBeNull()
    await route.continue()
  })
  await pass.selectOption(ada.id)
  await record.getByRole('button', { name: 'Pass it to Ada' }).click()
  await expect(record.getByRole('alert')).toContainText(
    'This call was changed meanwhile: its time, or who holds it.',
  )
  await expect(rowOf(page, name)).toContainText('Ben')
  await expect(record.getByRole('alert')).toBeVisible()
})

test('a time and a host that were chosen elsewhere are in the form, once', async ({
  page,
  server,
  folder,
}) => {
  const at = { folder, url: server.url }
  const karl = await colleague(at, 'agent', 'Karl')
  await takesCalls(karl)
  const name = `Planned ${mark()}`
  const id = await sendBooking(server.url, { name, preferred_time: inDays(3, '12:00') })
  const start = encodeURIComponent(JSON.stringify(inDays(4, '15:15')))
  const place = `/bookings?item=%22${id}%22&plan=${start}&host=%22${karl.id}%22`
  await openDesk(page, server.url, karl, place)
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(dialog.getByLabel('Your time')).toHaveValue('15:15')
  await expect(dialog.getByLabel('Day')).toHaveValue(inDays(4, '15:15').slice(0, 10))
  await expect(dialog.getByLabel('Who takes the call')).toHaveValue(karl.id)
  await expect(page).not.toHaveURL(/plan|host=/)
  // Enter in a field, without waiting for anything.
  await dialog.getByLabel('Your time').press('Enter')
  await expect(page.getByText(/^Confirmed for .*, 15:15\. The call is yours\.$/)).toBeVisible()
  const { data } = await clientOf(server.url).rpc('free_times', { zone: 'UTC' })
  expect((data as { times: string[] }).times).not.toContain(inDays(4, '15:15'))
})
