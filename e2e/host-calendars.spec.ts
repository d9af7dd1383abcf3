import ICAL from 'ical.js'
import { calendarServerForTest, fileOf } from '#server/features/calendars/testing.ts'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { isAccessible } from './axe.ts'
import { clientOf, colleague, openDesk } from './desk.ts'
import { expect, test } from './test.ts'

// The calendar is on this machine, which the server calls only if the operator allows it.
test.use({ settings: { CALENDAR_PRIVATE_ADDRESSES: 'on' } })

const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' }))

test('a host names a calendar, and what is new there is no longer offered; their calls can be subscribed to', async ({
  page,
  server,
  folder,
  faults,
}) => {
  faults.expect(/status of 400 .*calendars/)
  const elsewhere = await calendarServerForTest()
  const day = new Date(Date.now() + 4 * 24 * 3_600_000).toISOString().slice(0, 10)
  const meeting = (hour: number) => {
    const at = (time: number) => `${day.replaceAll('-', '')}T${time}0000Z`
    return [`DTSTART:${at(hour)}`, `DTEND:${at(hour + 1)}`]
  }
  elsewhere.answer = (reply) => void reply.end(fileOf(meeting(10)))
  const agent = await colleague({ folder, url: server.url }, 'agent', 'Anna')
  const settings = {
    takes_calls: true,
    time_zone: 'UTC',
    place: 'phone',
    link: null,
    daily_most: null,
    dates: [],
  }
  const breaks = { break_before: 0, break_after: 0, notice_minutes: 0 }
  const saved = await agent.client.rpc('save_host', {
    host: agent.id,
    settings: { ...settings, ...breaks, hours: week },
    seen: null,
  })
  expect(saved.error).toBeNull()

  await openDesk(page, server.url, agent, '/hours')
  await page.getByRole('button', { name: 'Add a calendar' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Private')
  await page.getByLabel('Address').fill(new URL('/', elsewhere.url).href.replace('http:', 'ftp:'))
  await page.getByRole('button', { name: 'Read and add it' }).click()
  await expect(page.getByRole('alert')).toContainText('This is no address of a calendar')
  await page.getByLabel('Address').fill(elsewhere.url)
  await page.getByRole('button', { name: 'Read and add it' }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Private' })
  await expect(row).toContainText('1 busy time ahead')
  await isAccessible(page)

  // An answer is shared for some seconds with whoever asks the same, so it is another question each time.
  let days = 0
  const offered = () =>
    clientOf(server.url)
      .rpc('free_times', { from_day: day, days: ++days, zone: 'UTC' })
      .then(({ data }) => (data as { times: string[] }).times.map((time) => new Date(time).toISOString()))
  const offers = async () => {
    const times = await offered()
    return [10, 14].map((hour) => times.includes(`${day}T${hour}:00:00.000Z`))
  }
  await expect.poll(offers, { timeout: 20_000 }).toEqual([false, true])
  elsewhere.answer = (reply) => void reply.end(fileOf(meeting(10), meeting(14)))
  await page.getByRole('button', { name: 'Read it now: Private' }).click()
  await expect(row).toContainText('2 busy times ahead')
  await expect.poll(offers, { timeout: 20_000 }).toEqual([false, false])

  elsewhere.answer = (reply) => void reply.writeHead(404).end()
  await page.getByRole('button', { name: 'Read it now: Private' }).click()
  await expect(row).toContainText('There is nothing at this address.')
  await expect(row).toContainText('What it said before still counts.')
  await elsewhere.close()

  const renewed = await agent.client.rpc('renew_feed', { host: agent.id })
  const { key } = renewed.data as { key: string }
  const ask = { name: 'Grace Hopper', company: 'Compilers', preferred_time: `${day}T12:00:00Z` }
  const wished = booking(ask)
  expect((await clientOf(server.url).from('strategy_call_bookings').insert(wished)).error).toBeNull()
  const { data: found } = await agent.client
    .from('strategy_call_bookings')
    .select('id')
    .eq('name', 'Grace Hopper')
    .single()
  const moved = await agent.client.rpc('move_booking', {
    booking: (found as { id: string }).id,
    expected: 'new',
    target: 'confirmed',
    call_start: `${day}T12:00:00Z`,
    host: agent.id,
    anyway: true,
  })
  expect(moved.error).toBeNull()
  const feed = await fetch(`${server.url}/calendar/${key}.ics`)
  const events = new ICAL.Component(ICAL.parse(await feed.text())).getAllSubcomponents('vevent')
  expect(events.map((event) => new ICAL.Event(event).summary)).toEqual([
    'Strategy call: Grace Hopper, Compilers',
  ])
})
