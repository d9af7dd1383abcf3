import type { Page } from '@playwright/test'
import { forms } from '#content/forms.ts'
import { callPage } from '#content/visitor-call.ts'
import { fillBooking, openBooking, someBooking, submitOf, type Wanted } from './booking.ts'
import { type Colleague, colleague } from './desk.ts'
import { invitationIn, lettersInOrder } from './invitations.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

// A server of its own: other journeys have no hosts.
test.use({ settings: { INTERACTION_DAYS: '391', RATE_LIMIT: 'off' }, timezoneId: 'UTC' })

const devices = [
  ['a laptop', { viewport: { width: 1440, height: 900 } }],
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
] as const

interface Team {
  owner: Colleague
  ada: Colleague
  ben: Colleague
}

const always = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opens: '00:00', closes: '24:00' }))

async function saveHost({ client }: Colleague, host: string, takes_calls: boolean, seen: string | null) {
  const own = { takes_calls, time_zone: 'UTC', place: 'phone', link: null, dates: [], hours: always }
  const settings = { ...own, break_before: 0, break_after: 0, notice_minutes: 0, daily_most: null }
  const { error } = await client.rpc('save_host', { host, settings, seen })
  expect(error).toBeNull()
}

/** A desk at which Ada alone takes calls, and Ben may. */
async function team(at: { folder: string; url: string }, confirm_at_once: boolean): Promise<Team> {
  const owner = await colleague(at, 'owner')
  const settings = { daily_digest: false, weekly_capacity: 50, moves_at_once: true, move_notice_minutes: 0 }
  const { error } = await owner.client
    .from('desk_settings')
    .update({ ...settings, confirm_at_once })
    .eq('only', true)
  expect(error).toBeNull()
  const { data } = await owner.client.rpc('desk_hosts')
  for (const one of data as { id: string; updated_at: string }[])
    await saveHost(owner, one.id, false, one.updated_at)
  const ada = await colleague(at, 'agent', 'Ada')
  const ben = await colleague(at, 'agent', 'Ben')
  await saveHost(owner, ada.id, true, null)
  return { owner, ada, ben }
}

/** Picks the last of the six near times, more than a day ahead, and sends the form. */
async function pick(page: Page, wanted: Wanted): Promise<void> {
  const told = page.waitForResponse('**/rpc/free_times?*')
  await visit(page)
  await told
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await dialog
    .getByRole('button', { name: /^\w{3} \d+ \w{3}, \d\d:\d\d$/ })
    .nth(5)
    .click()
  await page.waitForTimeout(3200)
  await submitOf(dialog).click()
}

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

/** Moves to the last time that the visitor's page offers. */
async function move(page: Page): Promise<void> {
  await page.locator('form[action="/call/move"] button').last().click()
  await expect(page.getByRole('status')).toContainText(callPage.move.done)
}

async function cancel(page: Page): Promise<void> {
  await page.getByText(callPage.cancel.open).click()
  await page.getByRole('button', { name: callPage.cancel.submit }).click()
  await expect(headingOf(page)).toHaveText(callPage.states.cancelled.title)
}

/** What waits for second thoughts leaves now. */
async function sendNow({ client }: Colleague): Promise<void> {
  const { data } = await client.from('outbox').select('id').eq('state', 'waiting')
  for (const { id } of (data ?? []) as { id: string }[]) await client.rpc('send_again', { item: id })
}

/** From a confirmed call on: moved by its visitor, given to Ben at the desk, called off. Both calendars hear of each. */
async function goOn(page: Page, { owner, ada, ben }: Team, wanted: Wanted, nextTo: Next, first: Invitation) {
  await move(page)
  const second = invitationIn(await nextTo(wanted.email))
  expect(second).toMatchObject({ uid: first.uid, method: 'REQUEST' })
  expect([second?.start !== first.start, (second?.sequence ?? 0) > first.sequence]).toEqual([true, true])
  expect(invitationIn(await nextTo(ada.email))).toEqual(second)

  const booking = first.uid.replace('@backline', '')
  const passing = { booking, expected_host: ada.id, host: ben.id, anyway: true }
  expect((await owner.client.rpc('pass_call', passing)).error).toBeNull()
  await sendNow(owner)
  const letter = await nextTo(wanted.email)
  expect(letter.text).toContain('Ben')
  const third = invitationIn(letter)
  expect(third).toMatchObject({ uid: first.uid, method: 'REQUEST', start: second?.start })
  expect(invitationIn(await nextTo(ada.email))).toMatchObject({ uid: first.uid, method: 'CANCEL' })
  expect(invitationIn(await nextTo(ben.email))).toEqual(third)

  await page.reload()
  await expect(page.getByText('Ben', { exact: false }).first()).toBeVisible()
  await cancel(page)
  const off = { uid: first.uid, method: 'CANCEL', start: third?.start }
  expect(invitationIn(await nextTo(wanted.email))).toMatchObject(off)
  expect(invitationIn(await nextTo(ben.email))).toMatchObject(off)
}

type Next = ReturnType<typeof lettersInOrder>
type Invitation = NonNullable<ReturnType<typeof invitationIn>>

/** The invitation that visitor and host have, which is the same. */
async function invited(nextTo: Next, visitor: string, host: string): Promise<Invitation> {
  const invitation = invitationIn(await nextTo(visitor))
  if (!invitation) throw new Error('the letter has no invitation')
  expect(invitationIn(await nextTo(host))).toEqual(invitation)
  return invitation
}

/** The owner confirms it as it was picked, for whom the desk proposes. */
async function confirmByHand({ owner, ada }: Team, email: string): Promise<void> {
  const { data } = await owner.client
    .from('strategy_call_bookings')
    .select('id, call_at')
    .eq('email', email)
    .single()
  const { id, call_at } = data as { id: string; call_at: string }
  const { data: hosts } = await owner.client.rpc('hosts_for_call', { booking: id, call_start: call_at })
  expect(hosts).toMatchObject([{ id: ada.id, is_proposed: true }])
  const confirming = { booking: id, expected: 'new', target: 'confirmed', call_start: call_at, host: ada.id }
  expect((await owner.client.rpc('move_booking', confirming)).error).toBeNull()
  await sendNow(owner)
}

for (const [device, look] of devices) {
  test.describe(device, () => {
    test.use(look)

    test('a picked time is confirmed at once, moved, passed on and called off; both calendars say so', async ({
      page,
      server,
      folder,
    }) => {
      test.setTimeout(120_000)
      const people = await team({ folder, url: server.url }, true)
      const nextTo = lettersInOrder(folder)
      const wanted = someBooking()
      await pick(page, wanted)
      await page.getByRole('link', { name: 'See or change your call' }).click()
      await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
      const first = await invited(nextTo, wanted.email, people.ada.email)
      await goOn(page, people, wanted, nextTo, first)
    })

    test('the same, confirmed by hand', async ({ page, server, folder }) => {
      test.setTimeout(120_000)
      const people = await team({ folder, url: server.url }, false)
      const nextTo = lettersInOrder(folder)
      const wanted = someBooking()
      await pick(page, wanted)
      expect(invitationIn(await nextTo(wanted.email))).toBeNull()
      await page.getByRole('link', { name: 'See or change your request' }).click()
      await expect(headingOf(page)).toHaveText(callPage.states.asked.title)
      await confirmByHand(people, wanted.email)
      await page.reload()
      await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
      const first = await invited(nextTo, wanted.email, people.ada.email)
      await goOn(page, people, wanted, nextTo, first)
    })
  })
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the same, from a wish that becomes a free time on the page of the answer', async ({
    page,
    server,
    folder,
  }) => {
    test.setTimeout(120_000)
    const people = await team({ folder, url: server.url }, true)
    const nextTo = lettersInOrder(folder)
    const wanted = someBooking()
    await page.goto('/')
    const dialog = await openBooking(page)
    await fillBooking(dialog, wanted)
    await dialog.getByLabel('Your time zone').selectOption('Africa/Johannesburg')
    await submitOf(dialog).click()
    await expect(headingOf(page)).toHaveText(forms.bookingReceived.title)
    expect(invitationIn(await nextTo(wanted.email))).toBeNull()
    await move(page)
    await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
    const first = await invited(nextTo, wanted.email, people.ada.email)
    await goOn(page, people, wanted, nextTo, first)
  })
})
