import type { Page } from '@playwright/test'
import { isAccessible } from './axe.ts'
import { type Colleague, colleague, openDesk } from './desk.ts'
import { mark, sendBooking } from './inbox.ts'
import { expect, test } from './test.ts'

// A server of its own: hosts of other journeys would have lanes too.
test.use({
  settings: { INTERACTION_DAYS: '388' },
  timezoneId: 'UTC',
})

async function takesCalls({ client, id }: Colleague): Promise<void> {
  const hours = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opens: '09:00', closes: '17:00' }))
  const own = { takes_calls: true, time_zone: 'UTC', place: 'phone', link: null, dates: [], hours }
  const settings = { ...own, break_before: 0, break_after: 0, notice_minutes: 0, daily_most: null }
  expect((await client.rpc('save_host', { host: id, settings, seen: null })).error).toBeNull()
}

/** Monday of the week after next: nothing is in the past. */
function someMonday(): Date {
  const day = new Date(Date.now() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7))
  day.setUTCHours(0, 0, 0, 0)
  return day
}

/** The point of an hour of a day, 0 for Monday, in one of two lanes; the ruler goes from 08 to 18. */
async function pointOf(page: Page, day: number, lane: number, hour: number): Promise<[x: number, y: number]> {
  const box = await page.locator('[data-column]').nth(day).boundingBox()
  if (!box) throw new Error('there is no such day')
  return [box.x + (box.width / 2) * (lane + 0.5), box.y + (box.height / 10) * (hour - 8)]
}

/** The days stand beside one another, and all hours are in sight. */
const laptop = { width: 1440, height: 1500 }

test('a call is dragged to another host, moved by keys, and a request is planned where the week is free', async ({
  page,
  server,
  folder,
}) => {
  const at = { folder, url: server.url }
  const olga = await colleague(at, 'owner', 'Olga')
  const ada = await colleague(at, 'agent', 'Ada')
  const ben = await colleague(at, 'agent', 'Ben')
  const settings = { time_zone: 'UTC', weekly_capacity: 50 }
  expect((await olga.client.from('desk_settings').update(settings).eq('only', true)).error).toBeNull()
  await takesCalls(ada)
  await takesCalls(ben)
  const monday = someMonday()
  const time = (day: number, hour: number) => new Date(monday.getTime() + (day * 24 + hour) * 3_600_000)
  const company = `Dockside ${mark()}`
  const id = await sendBooking(server.url, { company, preferred_time: time(1, 10).toISOString() })
  const move = { booking: id, expected: 'new', target: 'confirmed', call_start: time(1, 10), host: ada.id }
  expect((await olga.client.rpc('move_booking', move)).error).toBeNull()
  const stands = async () => {
    const columns = 'call_at, assigned_to'
    const row = await olga.client.from('strategy_call_bookings').select(columns).eq('id', id).single()
    return [new Date(row.data?.call_at as string).toISOString(), row.data?.assigned_to]
  }

  const week = `/week?day=${monday.toISOString().slice(0, 10)}`
  await openDesk(page, server.url, olga, week)
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
  await isAccessible(page)
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

  await page.goto(`${server.url}/desk${week}`)
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
  await sendBooking(server.url, { company: `Far ${mark()}`, preferred_time: time(0, 9).toISOString() })
  await sendBooking(server.url, { company: near, preferred_time: time(4, 12).toISOString() })
  await page.goto(`${server.url}/desk${week}&host=${ben.id}`)
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
  await isAccessible(page)
  await choice.getByRole('link').first().click()
  const confirm = page.getByRole('dialog', { name: 'Confirm the call' })
  await expect(confirm.getByLabel('Your time')).toHaveValue('09:15')
  await expect(confirm.getByLabel('Who takes the call')).toHaveValue(ben.id)
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: laptop })

  test('a call is dragged after a rest, and a swipe moves nothing', async ({ page, server, folder }) => {
    const at = { folder, url: server.url }
    const olga = await colleague(at, 'owner', 'Olga')
    const { error } = await olga.client.from('desk_settings').update({ time_zone: 'UTC' }).eq('only', true)
    expect(error).toBeNull()
    await takesCalls(olga)
    const monday = someMonday()
    const company = `Quayside ${mark()}`
    const start = new Date(monday.getTime() + 34 * 3_600_000).toISOString()
    const booking = await sendBooking(server.url, { company, preferred_time: start })
    const move = {
      booking,
      expected: 'new',
      target: 'confirmed',
      call_start: start,
      host: olga.id,
      anyway: true,
    }
    expect((await olga.client.rpc('move_booking', move)).error).toBeNull()
    await openDesk(page, server.url, olga, `/week?day=${monday.toISOString().slice(0, 10)}`)
    const finger = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: { x: number; y: number }[]) =>
      finger.send('Input.dispatchTouchEvent', { type, touchPoints: points })
    const call = page.getByRole('link', { name: new RegExp(company) })
    const pressed = async (restMs: number) => {
      const box = await call.boundingBox()
      if (!box) throw new Error('the call is not shown')
      const { x, y } = { x: box.x + 10, y: box.y + 3 }
      await touch('touchStart', { x, y })
      await page.waitForTimeout(restMs)
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
