import type { Page } from '@playwright/test'
import { colleague, openDesk } from '#e2e/desk.ts'
import { expect, looksRight, test } from '#e2e/desk-test.ts'
import { inDays, nobodyTakesCalls, takesCalls } from '#e2e/hosts.ts'
import { mark, openRow, rowOf, sendBooking } from '#e2e/inbox.ts'

// Visitors are offered the times of hosts, which tests of the site do not expect.
test.use({ ownServer: true, timezoneId: 'UTC' })

const workdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' }))

test('who is free and was given none is proposed, a call is passed on, and who has no time is named', async ({
  page,
  at,
  anna,
  ben,
  faults,
}) => {
  faults.expect(/status of 409/)
  const ada = await colleague(at, 'agent', 'Ada')
  const word = mark()
  // Whatever day is in two days.
  const settings = { time_zone: 'UTC', weekly_capacity: 50, work_days: [1, 2, 3, 4, 5, 6, 7] }
  expect((await anna.client.from('desk_settings').update(settings).eq('only', true)).error).toBeNull()

  // While nobody takes calls, the call is whose hand confirms it.
  const plain = `Pia ${word}`
  await sendBooking(at.url, { name: plain, preferred_time: inDays(2, '08:00') })
  await openDesk(page, at.url, anna, '/bookings?sort=created_at')
  const before = await openRow(page, plain)
  await before.getByRole('button', { name: 'Confirm' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(dialog).toContainText('Nobody has this call: it becomes yours')
  await expect(dialog.getByLabel('Who takes the call')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Not now' }).click()

  await takesCalls(ada)
  const taken = await sendBooking(at.url, { name: `Taken ${word}`, preferred_time: inDays(2, '10:00') })
  const confirmed = await anna.client.rpc('move_booking', {
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
  const id = await sendBooking(at.url, { name, preferred_time: inDays(2, '12:00'), picked: true })
  const holder = async () => {
    const row = await anna.client.from('strategy_call_bookings').select('assigned_to').eq('id', id).single()
    return row.data?.assigned_to as string | null
  }
  await page.goto(`${at.url}/desk/bookings?sort=created_at`)
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
  expect((await anna.client.rpc('move_booking', freed)).error).toBeNull()
  await expect(pass.getByRole('option', { name: 'Ada: free' })).toHaveCount(1)
  await page.keyboard.press('a')
  await expect(pass).toBeFocused()
  await page.keyboard.type('Ada')
  await page.keyboard.press('Tab')
  await expect(record.getByRole('button', { name: 'Pass it to Ada' })).toBeFocused()
  await looksRight(page)
  await expect(record.getByRole('button', { name: 'Pass it to Ada' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('The call is passed to Ada. The visitor is told.')).toBeVisible()
  await expect(rowOf(page, name)).toContainText('Ada')
  expect(await holder()).toBe(ada.id)

  // Anna has no hours of her own, and may take it all the same.
  await record.getByRole('button', { name: 'Take it' }).click()
  await expect.poll(holder).toBe(anna.id)
  await expect(page.getByText('The call is yours. The visitor is told.')).toBeVisible()

  // Somebody is faster, and the refusal stays when what they did is on the screen.
  await page.route('**/rpc/pass_call', async (route) => {
    const faster = { booking: id, expected_host: anna.id, host: ben.id, anyway: true }
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

/** Monday of the week after next: nothing is in the past. */
function someMonday(): Date {
  const day = new Date(Date.now() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  day.setUTCHours(0, 0, 0, 0)
  return day
}

/** The point of an hour of a day, 0 for Monday, in one of two lanes; the ruler goes from 09 to 17. */
async function pointOf(page: Page, day: number, lane: number, hour: number): Promise<[x: number, y: number]> {
  const box = await page.locator('[data-column]').nth(day).boundingBox()
  if (!box) throw new Error('there is no such day')
  return [box.x + (box.width / 2) * (lane + 0.5), box.y + (box.height / 8) * (hour - 9)]
}

/** The days stand beside one another, and all hours are in sight. */
const laptop = { width: 1440, height: 1500 }

test('a call is dragged to another host, moved by keys, and a request is planned where the week is free', async ({
  page,
  at,
  anna,
}) => {
  const settings = { time_zone: 'UTC', weekly_capacity: 50 }
  expect((await anna.client.from('desk_settings').update(settings).eq('only', true)).error).toBeNull()
  await nobodyTakesCalls(anna)
  const ada = await colleague(at, 'agent', 'Ada')
  const ben = await colleague(at, 'agent', 'Ben')
  await takesCalls(ada, { hours: workdays })
  await takesCalls(ben, { hours: workdays })
  const monday = someMonday()
  const time = (day: number, hour: number) => new Date(monday.getTime() + (day * 24 + hour) * 3_600_000)
  const company = `Dockside ${mark()}`
  const id = await sendBooking(at.url, { company, preferred_time: time(1, 10).toISOString() })
  const move = { booking: id, expected: 'new', target: 'confirmed', call_start: time(1, 10), host: ada.id }
  expect((await anna.client.rpc('move_booking', move)).error).toBeNull()
  // Who has no call in the week has no lane.
  for (const host of [ada.id, ben.id]) {
    const booking = await sendBooking(at.url, { preferred_time: time(0, 10).toISOString() })
    const other = { ...move, booking, call_start: time(0, 10), host }
    expect((await anna.client.rpc('move_booking', other)).error).toBeNull()
  }
  const stands = async () => {
    const columns = 'call_at, assigned_to'
    const row = await anna.client.from('strategy_call_bookings').select(columns).eq('id', id).single()
    return [new Date(row.data?.call_at as string).toISOString(), row.data?.assigned_to]
  }

  const week = `/week?day=${monday.toISOString().slice(0, 10)}`
  await openDesk(page, at.url, anna, week)
  const call = page.getByRole('link', { name: new RegExp(`${company} Ada`) })
  const drag = async (day: number, lane: number, hour: number) => {
    const box = await call.boundingBox()
    if (!box) throw new Error('the call is not shown')
    await page.mouse.move(box.x + 10, box.y + 2)
    await page.mouse.down()
    const [x, y] = await pointOf(page, day, lane, hour)
    await page.mouse.move(x, y - 30, { steps: 4 })
    await page.mouse.move(x, y + 3, { steps: 2 })
  }
  await expect(call).toBeVisible()
  await page.setViewportSize(laptop)

  // Escape while it is held lets it be.
  await drag(3, 1, 14.25)
  await expect(page.getByRole('status').filter({ hasText: '14:15, Ben, free' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page).toHaveURL(/\/desk\/week/)

  const dialog = page.getByRole('dialog', { name: 'Another time' })
  await drag(3, 1, 14.25)
  await page.mouse.up()
  await expect(dialog.getByLabel('Your time')).toHaveValue('14:15')
  await expect(dialog.getByLabel('Who takes the call')).toHaveValue(ben.id)
  expect(await stands()).toEqual([time(1, 10).toISOString(), ada.id])
  await dialog.getByRole('button', { name: 'Confirm 14:15' }).click()
  await expect.poll(stands).toEqual([time(3, 14.25).toISOString(), ben.id])

  await page.goto(`${at.url}/desk${week}`)
  const button = page.getByRole('button', { name: `Move ${company}, 14:15` })
  await button.focus()
  await page.keyboard.press('Enter')
  for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key)
  await expect(page.getByRole('status').filter({ hasText: '13:45, Ada, free' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await page.keyboard.press('Enter')
  for (const key of ['ArrowLeft', 'ArrowUp']) await page.keyboard.press(key)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Your time')).toHaveValue('14:00')
  await dialog.getByRole('button', { name: 'Confirm 14:00' }).click()
  await expect.poll(stands).toEqual([time(3, 14).toISOString(), ada.id])

  const near = `Near ${mark()}`
  await sendBooking(at.url, { company: `Far ${mark()}`, preferred_time: time(0, 9).toISOString() })
  await sendBooking(at.url, { company: near, preferred_time: time(4, 12).toISOString() })
  await page.goto(`${at.url}/desk${week}&host=${ben.id}`)
  await expect(page.getByRole('button', { name: 'Ben' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('link', { name: new RegExp(company) })).toHaveCount(0)
  await page.getByRole('button', { name: 'Everybody' }).click()
  await expect(page.getByRole('link', { name: new RegExp(company) })).toBeVisible()
  await page.getByRole('button', { name: 'Ben' }).click()
  const plan = page.getByRole('button', { name: /^Plan a call on Fri/ })
  await plan.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const choice = page.getByRole('dialog', { name: /^Plan a call, Fri .*09:15/ })
  await expect(choice.getByRole('link').first()).toContainText(near)
  await looksRight(page)
  await choice.getByRole('link').first().click()
  const confirm = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(confirm.getByLabel('Your time')).toHaveValue('09:15')
  await expect(confirm.getByLabel('Who takes the call')).toHaveValue(ben.id)
  await expect(page).not.toHaveURL(/plan|host=/)
  // Enter in a field, without waiting for anything.
  await confirm.getByLabel('Your time').press('Enter')
  await expect(page.getByText(/^Confirmed for .*, 09:15\. Ben has the call\.$/)).toBeVisible()
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: laptop })

  test('a call is dragged after a rest, and a swipe moves nothing', async ({ page, at, anna }) => {
    await nobodyTakesCalls(anna)
    const olga = await colleague(at, 'owner', 'Olga')
    await takesCalls(olga, { hours: workdays })
    const monday = someMonday()
    const company = `Quayside ${mark()}`
    const start = new Date(monday.getTime() + 34 * 3_600_000).toISOString()
    const booking = await sendBooking(at.url, { company, preferred_time: start })
    const move = {
      booking,
      expected: 'new',
      target: 'confirmed',
      call_start: start,
      host: olga.id,
      anyway: true,
    }
    expect((await olga.client.rpc('move_booking', move)).error).toBeNull()
    await page.clock.install()
    const day = monday.toISOString().slice(0, 10)
    await openDesk(page, at.url, olga, `/week?day=${day}&host=${olga.id}`)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const call = page.getByRole('link', { name: new RegExp(company) })
    /** The rest passes by the page's clock. */
    const pressed = async (restMs: number) => {
      const box = await call.boundingBox()
      if (!box) throw new Error('the call is not shown')
      const { x, y } = { x: box.x + 10, y: box.y + 3 }
      await touch('touchStart', { x, y })
      await page.clock.runFor(restMs)
      for (const step of [10, 40, 63]) await touch('touchMove', { x, y: y + step })
    }
    const place = page.getByRole('status').filter({ hasText: 'Olga' })

    await pressed(50)
    await expect(place).toHaveCount(0)
    await touch('touchEnd')
    await expect(page).toHaveURL(/\/desk\/week/)

    await pressed(700)
    await expect(place).toBeVisible()
    await touch('touchEnd')
    const dialog = page.getByRole('dialog', { name: 'Another time' })
    await expect(dialog.getByLabel('Your time')).not.toHaveValue('10:00')
    await expect(dialog.getByLabel('Who takes the call')).toHaveValue(olga.id)
  })
})
