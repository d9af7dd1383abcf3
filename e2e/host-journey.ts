import type { Page } from '@playwright/test'
import { freeTimesWords } from '#content/available-times.ts'
import { booking } from '#content/booking.ts'
import { callPage } from '#content/visitor-call.ts'
import { fillBooking, openBooking, passTime, someBooking, submitOf, type Wanted } from './booking.ts'
import { type Colleague, colleague, type Place } from './desk.ts'
import { nobodyTakesCalls, saveHost } from './hosts.ts'
import { invitationIn, lettersInOrder } from './invitations.ts'
import { visit } from './site.ts'
import { expect } from './test.ts'

interface Team {
  owner: Colleague
  ada: Colleague
  ben: Colleague
}

/** A desk at which Ada alone takes calls, and Ben may. */
export async function team(at: Place, confirm_at_once: boolean): Promise<Team> {
  const owner = await colleague(at, 'owner')
  const settings = { daily_digest: false, weekly_capacity: 50, moves_at_once: true, move_notice_minutes: 0 }
  const { error } = await owner.client
    .from('desk_settings')
    .update({ ...settings, confirm_at_once })
    .eq('only', true)
  expect(error).toBeNull()
  await nobodyTakesCalls(owner)
  const ada = await colleague(at, 'agent', 'Ada')
  const ben = await colleague(at, 'agent', 'Ben')
  await saveHost(owner, ada.id)
  return { owner, ada, ben }
}

/** Picks the last of the six near times, more than a day ahead, and sends the form. */
async function pick(page: Page, wanted: Wanted): Promise<void> {
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await dialog
    .getByRole('button', { name: /^\w{3} \d+ \w{3}, \d+:\d\d [AP]M$/ })
    .nth(5)
    .click()
  await passTime(page)
  await submitOf(dialog).click()
}

export const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

/** Moves to the last time of the last day that the visitor's page offers. */
async function move(page: Page): Promise<void> {
  const form = page.locator('form[action="/call/move"]')
  await form.getByText(freeTimesWords.more).click()
  await form.locator('summary').last().click()
  await form.getByRole('button').last().click()
  await expect(page.getByRole('status')).toContainText(callPage.move.done)
}

async function cancel(page: Page): Promise<void> {
  await page.getByText(callPage.cancel.open).click()
  await page.getByRole('button', { name: callPage.cancel.submit }).click()
  await expect(headingOf(page)).toHaveText(callPage.states.cancelled.title)
}

/** What waits for second thoughts leaves now. */
export async function sendNow({ client }: Colleague): Promise<void> {
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

  const id = first.uid.replace('@backline', '')
  const passing = { booking: id, expected_host: ada.id, host: ben.id, anyway: true }
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

/** Opens the link of the letter that says what was asked for. */
export async function openLetter(page: Page, nextTo: Next, address: string): Promise<void> {
  const { text = '' } = await nextTo(address)
  await page.goto(/http\S+\?call=\S+/.exec(text)?.[0] ?? '')
}

/** A picked time that is confirmed when the letter's link is opened, then moved, passed on and called off. */
export async function confirmedByLetter(page: Page, at: Place): Promise<void> {
  const people = await team(at, true)
  const nextTo = lettersInOrder(at.folder)
  const wanted = someBooking()
  await pick(page, wanted)
  await expect(page.getByText(booking.outcomes.unproven.text)).toBeVisible()
  await page.getByRole('link', { name: 'See or change your request' }).click()
  await expect(page.getByText(callPage.picked.unproven)).toBeVisible()
  await openLetter(page, nextTo, wanted.email)
  await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
  const first = await invited(nextTo, wanted.email, people.ada.email)
  await goOn(page, people, wanted, nextTo, first)
}
