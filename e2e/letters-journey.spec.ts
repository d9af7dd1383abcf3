import ICAL from 'ical.js'
import type { Email } from 'postal-mime'
import { callPage } from '#content/visitor-call.ts'
import { bookAtEase, someBooking } from './booking.ts'
import { type Colleague, colleague } from './desk.ts'
import { wednesday } from './inbox.ts'
import { lettersTo } from './letters.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

// A server of its own without a team mailbox, so the owner is notified.
test.use({ settings: { AUTH_INVITE_HOURS: '25' }, timezoneId: 'Africa/Johannesburg' })

/** The calendar invitation of a letter; null without one. */
function invitationIn({ attachments }: Email) {
  const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!file) return null
  const text = typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content)
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('no event')
  const { uid, sequence, startDate } = new ICAL.Event(component)
  const method = calendar.getFirstPropertyValue('method')
  return { uid, sequence, method, start: startDate.toJSDate().toISOString() }
}

test('a call is asked for, confirmed, moved and called off by letters', async ({ page, server, folder }) => {
  const owner = await colleague({ folder, url: server.url }, 'owner')
  await owner.client.from('desk_settings').update({ daily_digest: false }).eq('only', true)
  const wanted = someBooking({ preferred_time: wednesday(1, '10:00').slice(0, 16) })

  const read = new Set<string | undefined>()
  /** The next letter to this person about a call, not about their account. */
  async function nextTo(address: string): Promise<Email> {
    const find = async () =>
      (await lettersTo(folder, address)).find(({ replyTo, messageId }) => replyTo && !read.has(messageId))
    await expect.poll(find, { timeout: 15_000 }).toBeDefined()
    const letter = (await find()) as Email
    read.add(letter.messageId)
    return letter
  }

  // Requested: no invitation yet.
  await visit(page)
  await bookAtEase(page, wanted)
  const received = await nextTo(wanted.email)
  expect(received.text).toContain('10:00–10:30')
  expect(received.text).toContain('South Africa Standard Time')
  expect(invitationIn(received)).toBeNull()
  const told = await nextTo(owner.email)
  expect(told.replyTo).toEqual([{ name: '', address: wanted.email }])
  expect(told.text).toContain(wanted.phone)

  // Confirmed at the desk; the letter's delay for second thoughts is skipped.
  const { data } = await owner.client.from('strategy_call_bookings').select('id').single()
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
