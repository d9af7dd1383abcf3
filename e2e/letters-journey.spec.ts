import { callPage } from '#content/visitor-call.ts'
import { bookAtEase, someBooking } from './booking.ts'
import { type Colleague, colleague } from './desk.ts'
import { wednesday } from './inbox.ts'
import { invitationIn, lettersInOrder } from './invitations.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

// There is no mailbox of the team, so owners are notified.
test.use({ timezoneId: 'Africa/Johannesburg' })

test('a call is asked for, confirmed, moved and called off by letters', async ({ page, server, folder }) => {
  const owner = await colleague({ folder, url: server.url }, 'owner')
  await owner.client.from('desk_settings').update({ daily_digest: false }).eq('only', true)
  const wanted = someBooking({ preferred_time: wednesday(1, '10:00').slice(0, 16) })

  const nextTo = lettersInOrder(folder)

  // Requested: no invitation yet.
  await visit(page)
  await bookAtEase(page, wanted)
  const received = await nextTo(wanted.email)
  expect(received.text).toContain('10:00–10:30 AM')
  expect(received.text).toContain('South Africa Standard Time')
  expect(invitationIn(received)).toBeNull()
  const told = await nextTo(owner.email)
  expect(told.replyTo).toEqual([{ name: '', address: wanted.email }])
  expect(told.text).toContain(wanted.phone)

  // Confirmed at the desk; the letter's delay for second thoughts is skipped.
  const { data } = await owner.client
    .from('strategy_call_bookings')
    .select('id')
    .eq('email', wanted.email)
    .single()
  const id = (data as { id: string }).id
  await confirm(owner, { booking: id, expected: 'new', call_start: wednesday(1, '10:00') })
  const confirmed = await nextTo(wanted.email)
  const first = { uid: `${id}@backline`, method: 'REQUEST', sequence: 1, start: iso(wednesday(1, '10:00')) }
  expect(invitationIn(confirmed)).toEqual(first)
  expect(invitationIn(await nextTo(owner.email))).toEqual(first)

  // The visitor's page, linked in the letter: another time.
  await page.goto(/http\S+\?call=\S+/.exec(confirmed.text ?? '')?.[0] ?? '')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(callPage.states.confirmed.title)
  await page.getByLabel(callPage.propose.label).fill(wednesday(1, '13:15').slice(0, 16))
  await page.getByRole('button', { name: callPage.propose.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(callPage.states.proposed.title)
  expect((await nextTo(owner.email)).text).toContain('13:15')

  // Moved to it, 13:15 in Johannesburg.
  await confirm(owner, {
    booking: id,
    expected: 'confirmed',
    call_start: wednesday(1, '11:15'),
    expected_time: wednesday(1, '10:00'),
  })
  const moved = { ...first, sequence: 2, start: iso(wednesday(1, '11:15')) }
  expect(invitationIn(await nextTo(wanted.email))).toEqual(moved)
  expect(invitationIn(await nextTo(owner.email))).toEqual(moved)

  // Cancelled by the visitor.
  await page.reload()
  await page.getByText(callPage.cancel.open).click()
  await page.getByRole('button', { name: callPage.cancel.submit }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(callPage.states.cancelled.title)
  const off = { uid: first.uid, method: 'CANCEL', sequence: 3, start: moved.start }
  expect(invitationIn(await nextTo(wanted.email))).toEqual(off)
  expect(invitationIn(await nextTo(owner.email))).toEqual(off)
})

const iso = (time: string) => new Date(time).toISOString()

async function confirm({ client }: Colleague, move: Record<string, string>): Promise<void> {
  const { error } = await client.rpc('move_booking', { target: 'confirmed', anyway: true, ...move })
  expect(error).toBeNull()
  const { data } = await client.from('outbox').select('id').eq('state', 'waiting')
  for (const { id } of (data ?? []) as { id: string }[]) await client.rpc('send_again', { item: id })
}
