import type { Page } from '@playwright/test'
import { createMember, openDesk } from './desk.ts'
import { expect, looksRight, test } from './desk-test.ts'
import { inDays, makeHost, removeAllHosts } from './hosts.ts'
import { confirmCall, mark, openRow, rowOf, sendBooking } from './inbox.ts'

// These tests add hosts, and therefore available times that other tests do not expect.
test.use({ ownServer: true, timezoneId: 'UTC' })

const workdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' }))

test('confirms a call for a chosen host, reassigns it by keyboard, and reports a conflicting change by another member', async ({
  page,
  at,
  anna,
  ben,
  faults,
}) => {
  faults.expect(/status of 409/)
  const ada = await createMember(at, 'agent', 'Ada')
  const word = mark()
  // All seven days of the week are working days, so the day after tomorrow is a working day, too.
  const settings = { time_zone: 'UTC', weekly_capacity: 50, work_days: [1, 2, 3, 4, 5, 6, 7] }
  expect((await anna.client.from('desk_settings').update(settings).eq('only', true)).error).toBeNull()
  await makeHost(ada)
  await makeHost(ben)
  const taken = await sendBooking(at.url, { name: `Taken ${word}`, preferred_time: inDays(2, '10:00') })
  await confirmCall(anna, taken, inDays(2, '10:00'), { host: ada.id })
  const name = `Mere ${word}`
  const id = await sendBooking(at.url, { name, preferred_time: inDays(2, '12:00') })
  const holder = async () => {
    const row = await anna.client.from('strategy_call_bookings').select('assigned_to').eq('id', id).single()
    return row.data?.assigned_to as string | null
  }

  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  const record = await openRow(page, name)
  await page.keyboard.press('c')
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  const choice = dialog.getByLabel('Host')
  await expect(choice).toHaveValue(ben.id)
  // After the time is changed, the hosts are checked again.
  await dialog.getByLabel('Your time').fill('10:00')
  await expect(choice.getByRole('option', { name: 'Ada: has another call' })).toHaveCount(1)
  await choice.selectOption(ada.id)
  await dialog.getByRole('button', { name: 'Confirm 10:00 AM' }).click()
  await expect(dialog.getByRole('alert')).toContainText('From 10:00 AM to 10:30 AM there is a call with')
  await choice.selectOption(ben.id)
  await dialog.getByRole('button', { name: 'Confirm 10:00 AM' }).click()
  await expect(page.getByText(/: confirmed for .*, 10:00\sAM\. Assigned to Ben\.$/)).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Ben')
  expect(await holder()).toBe(ben.id)

  // When Ada's other call is cancelled, the list shows Ada as available. The list and the button can be used with the
  // keyboard.
  const pass = record.getByLabel('Reassign to')
  const freed = { booking: taken, expected: 'confirmed', target: 'cancelled' }
  expect((await anna.client.rpc('move_booking', freed)).error).toBeNull()
  await expect(pass.getByRole('option', { name: 'Ada: available' })).toHaveCount(1)
  await page.keyboard.press('a')
  await expect(pass).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await expect(record.getByRole('button', { name: 'Reassign to Ada' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Assigned to Ada. The visitor will be notified.')).toBeVisible()
  expect(await holder()).toBe(ada.id)
  // Anna can take the call even though she has no working hours.
  await record.getByRole('button', { name: 'Assign to me' }).click()
  await expect.poll(holder).toBe(anna.id)

  // The error stays after the other member's change is shown.
  await page.route('**/rpc/reassign_call', async (route) => {
    const faster = { booking: id, expected_host: anna.id, host: ben.id, anyway: true }
    expect((await ada.client.rpc('reassign_call', faster)).error).toBeNull()
    await route.continue()
  })
  await pass.selectOption(ada.id)
  await record.getByRole('button', { name: 'Reassign to Ada' }).click()
  await expect(record.getByRole('alert')).toContainText('Someone else changed the time or host of this call.')
  await expect(rowOf(page, name)).toContainText('Ben')
  await expect(record.getByRole('alert')).toBeVisible()
})

/** Uses the Monday of the week after next, so that every time is in the future. */
function someMonday(): Date {
  const day = new Date(Date.now() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  day.setUTCHours(0, 0, 0, 0)
  return day
}

/** Returns the position of an hour in a lane of a day (0 is Monday). The ruler covers 09:00 to 17:00. */
async function pointOf(page: Page, day: number, lane: number, hour: number): Promise<[x: number, y: number]> {
  const box = await page.locator('[data-column]').nth(day).boundingBox()
  if (!box) throw new Error('The week does not show this day.')
  return [box.x + (box.width / 2) * (lane + 0.5), box.y + (box.height / 8) * (hour - 9)]
}

/** The viewport is wide enough for all days side by side, and tall enough for all hours. */
const laptop = { width: 1440, height: 1500 }

test('lets a member use the week screen to move a call with the mouse or keyboard, and to confirm a request for a selected time', async ({
  page,
  at,
  anna,
}) => {
  const settings = { time_zone: 'UTC', weekly_capacity: 50 }
  expect((await anna.client.from('desk_settings').update(settings).eq('only', true)).error).toBeNull()
  await removeAllHosts(anna)
  const mara = await createMember(at, 'agent', 'Mara')
  const nils = await createMember(at, 'agent', 'Nils')
  await makeHost(mara, { hours: workdays })
  await makeHost(nils, { hours: workdays })
  const monday = someMonday()
  const time = (day: number, hour: number) => new Date(monday.getTime() + (day * 24 + hour) * 3_600_000)
  const company = `Dockside ${mark()}`
  const id = await sendBooking(at.url, { company, preferred_time: time(1, 10).toISOString() })
  await confirmCall(anna, id, time(1, 10).toISOString(), { host: mara.id })
  // Only hosts with calls in the week have a lane.
  for (const host of [mara.id, nils.id]) {
    const start = time(0, 10).toISOString()
    await confirmCall(anna, await sendBooking(at.url, { preferred_time: start }), start, { host })
  }
  const stands = async () => {
    const columns = 'call_at, assigned_to'
    const row = await anna.client.from('strategy_call_bookings').select(columns).eq('id', id).single()
    return [new Date(row.data?.call_at as string).toISOString(), row.data?.assigned_to]
  }

  const week = `/week?day=${monday.toISOString().slice(0, 10)}`
  await openDesk(page, at.url, anna, week)
  const call = page.getByRole('link', { name: new RegExp(`${company} Mara`) })
  const drag = async (day: number, lane: number, hour: number) => {
    const box = await call.boundingBox()
    if (!box) throw new Error('The call is not visible.')
    await page.mouse.move(box.x + 10, box.y + 2)
    await page.mouse.down()
    const [x, y] = await pointOf(page, day, lane, hour)
    await page.mouse.move(x, y - 30, { steps: 4 })
    await page.mouse.move(x, y + 3, { steps: 2 })
  }
  await expect(call).toBeVisible()
  await page.setViewportSize(laptop)

  // Escape cancels the drag.
  await drag(3, 1, 14.25)
  await expect(page.getByRole('status').filter({ hasText: '2:15 PM, Nils, available' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page).toHaveURL(/\/desk\/week/)

  const dialog = page.getByRole('dialog', { name: 'Reschedule the call' })
  await drag(3, 1, 14.25)
  await page.mouse.up()
  await expect(dialog.getByLabel('Your time')).toHaveValue('14:15')
  await expect(dialog.getByLabel('Host')).toHaveValue(nils.id)
  expect(await stands()).toEqual([time(1, 10).toISOString(), mara.id])
  await dialog.getByRole('button', { name: 'Confirm 2:15 PM' }).click()
  await expect.poll(stands).toEqual([time(3, 14.25).toISOString(), nils.id])

  await page.goto(`${at.url}/desk${week}`)
  const button = page.getByRole('button', { name: `Move ${company}, 2:15 PM` })
  await button.focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await expect(page.getByRole('status').filter({ hasText: '1:45 PM, Mara, available' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Enter')
  for (const key of ['ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Your time')).toHaveValue('14:00')
  await dialog.getByRole('button', { name: 'Confirm 2:00 PM' }).click()
  await expect.poll(stands).toEqual([time(3, 14).toISOString(), mara.id])

  const near = `Near ${mark()}`
  await sendBooking(at.url, { company: `Far ${mark()}`, preferred_time: time(0, 9).toISOString() })
  await sendBooking(at.url, { company: near, preferred_time: time(4, 12).toISOString() })
  await page.goto(`${at.url}/desk${week}&host=${nils.id}`)
  await expect(page.getByRole('link', { name: new RegExp(company) })).toHaveCount(0)
  const plan = page.getByRole('button', { name: /^Plan a call on Fri/ })
  await plan.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const choice = page.getByRole('dialog', { name: /^Plan a call, Fri, .*, 9:15 AM/ })
  await expect(choice.getByRole('link').first()).toContainText(near)
  await looksRight(page)
  await choice.getByRole('link').first().click()
  const confirm = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(confirm.getByLabel('Your time')).toHaveValue('09:15')
  await expect(confirm.getByLabel('Host')).toHaveValue(nils.id)
  await expect(page).not.toHaveURL(/plan|host=/)
  // Pressing Enter in a field submits the form at once.
  await confirm.getByLabel('Your time').press('Enter')
  await expect(page.getByText(/: confirmed for .*, 9:15\sAM\. Assigned to Nils\.$/)).toBeVisible()
})

test.describe('week screen on a touch device', () => {
  test.use({ hasTouch: true, viewport: laptop })

  test('lets a member drag a call after a long press, but not with a swipe', async ({ page, at, anna }) => {
    await removeAllHosts(anna)
    const olga = await createMember(at, 'owner', 'Olga')
    await makeHost(olga, { hours: workdays })
    const monday = someMonday()
    const company = `Quayside ${mark()}`
    const start = new Date(monday.getTime() + 34 * 3_600_000).toISOString()
    const booking = await sendBooking(at.url, { company, preferred_time: start })
    await confirmCall(olga, booking, start, { host: olga.id })
    await page.clock.install()
    const day = monday.toISOString().slice(0, 10)
    await openDesk(page, at.url, olga, `/week?day=${day}&host=${olga.id}`)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const call = page.getByRole('link', { name: new RegExp(company) })
    /** Presses the call for this long on the fake clock, then drags the call. */
    const pressed = async (restMs: number) => {
      const box = await call.boundingBox()
      if (!box) throw new Error('The call is not visible.')
      const { x, y } = { x: box.x + 10, y: box.y + 3 }
      await touch('touchStart', { x, y })
      await page.clock.runFor(restMs)
      for (const step of [10, 40, 63]) await touch('touchMove', { x, y: y + step })
    }
    const place = page.getByRole('status').filter({ hasText: 'Olga' })
    await expect(call).toBeVisible()
    // The clock stops here, so that only this test advances it.
    await page.clock.pauseAt(Date.now() + 60_000)

    await pressed(50)
    await expect(place).toHaveCount(0)
    await touch('touchEnd')
    await expect(page).toHaveURL(/\/desk\/week/)

    await pressed(700)
    await expect(place).toBeVisible()
    await page.clock.resume()
    await touch('touchEnd')
    const dialog = page.getByRole('dialog', { name: 'Reschedule the call' })
    await expect(dialog.getByLabel('Your time')).not.toHaveValue('10:00')
    await expect(dialog.getByLabel('Host')).toHaveValue(olga.id)
  })
})
