import { randomUUID } from 'node:crypto'
import { booking, message } from '#server/lib/db/visitor-rows.ts'
import { isAccessible } from './axe.ts'
import { clientOf, colleague, openDesk } from './desk.ts'
import { expect, test } from './test.ts'

test.use({ settings: { INTERACTION_DAYS: '395' }, timezoneId: 'Europe/Berlin' })

/** Wednesday of the week after next: nothing is in the past, and no other test uses that week. */
function someWednesday(): Date {
  const day = new Date(Date.now() + 14 * 86_400_000)
  day.setUTCDate(day.getUTCDate() + ((3 - day.getUTCDay() + 7) % 7))
  day.setUTCHours(0, 0, 0, 0)
  return day
}

test('the week shows what is confirmed and wished for, by every clock, and fills as others confirm', async ({
  page,
  server,
  folder,
}) => {
  const at = { folder, url: server.url }
  const me = await colleague(at, 'owner', 'Olga')
  const wednesday = someWednesday()
  const hour = (h: number) => new Date(wednesday.getTime() + h * 3_600_000).toISOString()
  const settings = await me.client
    .from('desk_settings')
    .update({ time_zone: 'UTC', weekly_capacity: 2 })
    .eq('only', true)
  expect(settings.error).toBeNull()
  const confirmed = randomUUID()
  const wished = randomUUID()
  const visitor = clientOf(server.url)
  const rows = [
    booking({
      id: confirmed,
      company: 'Dockside ERP',
      preferred_time: hour(10),
      time_zone: 'Pacific/Auckland',
    }),
    booking({ id: wished, company: 'Kauri Systems', preferred_time: hour(10), time_zone: 'nowhere/at-all' }),
  ]
  for (const row of rows) {
    expect((await visitor.from('strategy_call_bookings').insert(row)).error).toBeNull()
  }
  const move = { booking: confirmed, expected: 'new', target: 'confirmed', call_start: hour(10) }
  expect((await me.client.rpc('move_booking', move)).error).toBeNull()
  const day = wednesday.toISOString().slice(0, 10)
  await me.client.from('days_off').insert({ day, note: 'Company day' })

  await openDesk(page, server.url, me, `/week?day=${day}`)
  await expect(page.getByText('1 of 2 calls taken')).toBeVisible()
  await expect(page.getByText('Company day')).toBeVisible()
  const call = page.getByRole('link', { name: /Dockside ERP/ })
  const summer = new Date(hour(10)).toLocaleTimeString('en-GB', { timeZone: 'Pacific/Auckland' }).slice(0, 5)
  await expect(call).toHaveAccessibleName(new RegExp(`^10:00 Dockside ERP You Confirmed.*${summer} Auckland`))
  await expect(call).toHaveAccessibleName(/11:00 Berlin|12:00 Berlin/)
  const wish = page.getByRole('link', { name: /Kauri Systems no host Wished for/ })
  await expect(wish).toBeVisible()
  const [left, right] = (await Promise.all([call.boundingBox(), wish.boundingBox()])).toSorted(
    (one, other) => (one?.x ?? 0) - (other?.x ?? 0),
  )
  expect(left?.y).toBe(right?.y)
  // At half a column each, the visitor and the host are still shown, and neither is cut off.
  for (const [block, words] of [
    [call, ['Dockside ERP', 'You']],
    [wish, ['Kauri Systems', 'no host']],
  ] as const) {
    const box = await block.boundingBox()
    for (const word of words) {
      const line = await block.getByText(word, { exact: true }).boundingBox()
      expect((line?.y ?? 0) + (line?.height ?? 99)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0))
    }
  }
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual((right?.x ?? 0) + 1)

  const second = { booking: wished, expected: 'new', target: 'confirmed', call_start: hour(12), anyway: true }
  expect((await me.client.rpc('move_booking', second)).error).toBeNull()
  await expect(page.getByText('2 of 2 calls taken')).toBeVisible()
  await expect(page.getByRole('link', { name: /^12:00 Kauri Systems You Confirmed/ })).toBeVisible()
  await isAccessible(page)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Next week' }).click()
  await expect(page.getByText('0 of 2 calls taken')).toBeVisible()
  await page.getByRole('link', { name: 'This week' }).click()
  await expect(page).toHaveURL(/\/desk\/week$/)
})

test('one person is one page, whatever they sent and however they wrote their address', async ({
  page,
  server,
  folder,
}) => {
  const me = await colleague({ folder, url: server.url }, 'viewer', 'Vic')
  const visitor = clientOf(server.url)
  const session = randomUUID()
  const id = randomUUID()
  const email = `pat-${session}@example.com`
  const events: Record<string, unknown>[] = [
    { event_type: 'page_view', event_data: { view: 'services', title: 'Services' } },
    { event_type: 'download', event_data: { pack: 'proposal-pack', title: 'Proposal pack' } },
  ]
  for (const event of events) {
    const row = { session_id: session, page_url: 'https://site.example/?view=services', ...event }
    expect((await visitor.from('user_interactions').insert(row)).error).toBeNull()
  }
  const row = booking({ id, email, name: 'Pat Doe', session_id: session, landing_page: `${server.url}/` })
  expect((await visitor.from('strategy_call_bookings').insert(row)).error).toBeNull()
  const letter = message({ email: email.toUpperCase(), name: 'Pat Doe' })
  expect((await visitor.from('contact_messages').insert(letter)).error).toBeNull()

  await openDesk(page, server.url, me, `/person?booking=%22${id}%22`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pat Doe')
  await expect(page.getByText('1 booking, 1 message, 1 download, 1 visit')).toBeVisible()
  await expect(page.getByRole('link', { name: '+44 20 7946 0000' })).toHaveAttribute(
    'href',
    'tel:+442079460000',
  )
  await expect(page.getByText('proposal-pack')).toBeVisible()
  await expect(page.getByText('Came to services')).toBeVisible()
  await isAccessible(page)

  await page.goto(`${server.url}/desk/person?booking=%22${randomUUID()}%22`)
  await expect(page.getByText('This person is not here any more')).toBeVisible()
})
