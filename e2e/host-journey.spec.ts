import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import type { Email } from 'postal-mime'
import { availableTimesWords } from '#content/available-times.ts'
import { booking } from '#content/booking.ts'
import { callPage } from '#content/visitor-call.ts'
import { type BookingInput, fillBooking, openBooking, passTime, someBooking, submitOf } from './booking.ts'
import { createMember, openDesk, type ServerUnderTest, type SignedInMember } from './desk.ts'
import { inDays, removeAllHosts, saveHost } from './hosts.ts'
import { mark, openRow, rowOf, sendBooking } from './inbox.ts'
import { lettersTo } from './letters.ts'
import { visit } from './site.ts'
import { expect, test } from './test.ts'

// These tests add hosts, and therefore available times that other tests do not expect.
test.use({ ownServer: true, timezoneId: 'UTC' })

/** Returns the calendar invitation in an email, or null. */
function invitationIn({ attachments }: Email) {
  const file = attachments.find(({ mimeType }) => mimeType === 'text/calendar')
  if (!file) return null
  const text = typeof file.content === 'string' ? file.content : new TextDecoder().decode(file.content)
  const calendar = new ICAL.Component(ICAL.parse(text) as never)
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('The invitation has no event.')
  const { uid, sequence, startDate } = new ICAL.Event(component)
  const method = calendar.getFirstPropertyValue('method')
  return { uid, sequence, method, start: startDate.toJSDate().toISOString() }
}

/** Reads emails about calls in order, and skips emails about accounts. */
function readLettersInOrder(folder: string) {
  const read = new Set<string | undefined>()
  return async (address: string): Promise<Email> => {
    const find = async () =>
      (await lettersTo(folder, address)).find(({ replyTo, messageId }) => replyTo && !read.has(messageId))
    await expect.poll(find).toBeDefined()
    const letter = (await find()) as Email
    read.add(letter.messageId)
    return letter
  }
}

interface Team {
  owner: SignedInMember
  ada: SignedInMember
  ben: SignedInMember
}

/** A team in which Ada takes calls and Ben can take over. */
async function team(at: ServerUnderTest, confirm_at_once: boolean): Promise<Team> {
  const owner = await createMember(at, 'owner')
  const settings = { daily_digest: false, weekly_capacity: 50, moves_at_once: true, move_notice_minutes: 0 }
  const { error } = await owner.client
    .from('desk_settings')
    .update({ ...settings, confirm_at_once })
    .eq('only', true)
  expect(error).toBeNull()
  await removeAllHosts(owner)
  const ada = await createMember(at, 'agent', 'Ada')
  const ben = await createMember(at, 'agent', 'Ben')
  await saveHost(owner, ada.id)
  return { owner, ada, ben }
}

/** Selects the last of the six suggested times, which is more than a day ahead, and submits the form. */
async function pick(page: Page, wanted: BookingInput): Promise<void> {
  await visit(page)
  const dialog = await openBooking(page)
  await fillBooking(dialog, wanted)
  await dialog
    .getByRole('button', { name: /^\w{3}, \w{3} \d+, \d+:\d\d [AP]M$/ })
    .nth(5)
    .click()
  await passTime(page)
  await submitOf(dialog).click()
}

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 })

/** Moves the call to the last available time on the last day that the visitor's page shows. */
async function move(page: Page): Promise<void> {
  const form = page.locator('form[action="/call/move"]')
  await form.getByText(availableTimesWords.more).click()
  await form.locator('summary').last().click()
  await form.getByRole('button').last().click()
  await expect(page.getByRole('status')).toContainText(callPage.move.done)
}

async function cancel(page: Page): Promise<void> {
  await page.getByText(callPage.cancel.open, { exact: true }).click()
  await page.getByRole('button', { name: callPage.cancel.submit }).click()
  await expect(headingOf(page)).toHaveText(callPage.states.cancelled.title)
}

/** Sends the emails that were delayed so that a change could be undone. */
async function sendNow({ client }: SignedInMember): Promise<void> {
  const { data } = await client.from('outbox').select('id').eq('state', 'waiting')
  for (const { id } of (data ?? []) as { id: string }[]) await client.rpc('retry_delivery', { item: id })
}

/** The visitor moves the confirmed call, the team reassigns and cancels it, and both calendars follow each change. */
async function changeConfirmedCall(
  page: Page,
  { owner, ada, ben }: Team,
  wanted: BookingInput,
  nextTo: ReadNextEmail,
  first: Invitation,
) {
  await move(page)
  const second = invitationIn(await nextTo(wanted.email))
  expect(second).toMatchObject({ uid: first.uid, method: 'REQUEST' })
  expect([second?.start !== first.start, (second?.sequence ?? 0) > first.sequence]).toEqual([true, true])
  expect(invitationIn(await nextTo(ada.email))).toEqual(second)

  const id = first.uid.replace(/@.*/, '')
  const passing = { booking: id, expected_host: ada.id, host: ben.id, anyway: true }
  expect((await owner.client.rpc('reassign_call', passing)).error).toBeNull()
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

type ReadNextEmail = ReturnType<typeof readLettersInOrder>
type Invitation = NonNullable<ReturnType<typeof invitationIn>>

/** Expects that the visitor and the host have the same invitation, and returns the invitation. */
async function expectSameInvitation(nextTo: ReadNextEmail, visitor: string, host: string): Promise<Invitation> {
  const invitation = invitationIn(await nextTo(visitor))
  if (!invitation) throw new Error('The email has no invitation.')
  expect(invitationIn(await nextTo(host))).toEqual(invitation)
  return invitation
}

/** Opens the link in the email that asks the visitor to confirm the request. */
async function openLetter(page: Page, nextTo: ReadNextEmail, address: string): Promise<void> {
  const { text = '' } = await nextTo(address)
  await page.goto(/http\S+\?call=\S+/.exec(text)?.[0] ?? '')
}

test('confirms a selected time through an emailed link, then moves, reassigns and cancels the call in the visitor’s and host’s calendars', async ({
  page,
  server,
  folder,
  stored,
}) => {
  await stored.sendsMail()
  const people = await team({ folder, url: server.url }, true)
  const nextTo = readLettersInOrder(folder)
  const wanted = someBooking()
  await pick(page, wanted)
  await expect(page.getByText(booking.outcomes.available.text)).toBeVisible()
  await page.getByRole('link', { name: 'See or change your request' }).click()
  await expect(page.getByText(callPage.times.unproven)).toBeVisible()
  await openLetter(page, nextTo, wanted.email)
  await expect(headingOf(page)).toHaveText(callPage.states.requested.title)
  await page.getByRole('button', { name: callPage.times.hold }).click()
  await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
  const first = await expectSameInvitation(nextTo, wanted.email, people.ada.email)
  await changeConfirmedCall(page, people, wanted, nextTo, first)
})

test('lets a member offer times with the keyboard, and lets the visitor accept an offered time without JavaScript', async ({
  page,
  server,
  folder,
  browser,
}) => {
  const people = await team({ folder, url: server.url }, false)
  const name = `Nia ${mark()}`
  const email = `${mark()}@example.com`
  await sendBooking(server.url, { name, email, preferred_time: inDays(4, '10:00') })
  await openDesk(page, server.url, people.ada, '/bookings')
  const record = await openRow(page, name)
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Offer times' })
  const times = dialog
    .getByRole('group', { name: /^(Available times|Times that suit)/ })
    .first()
    .getByRole('button')
  await times.nth(0).press('Enter')
  await times.nth(2).press('Enter')
  await dialog.getByRole('button', { name: 'Offer these 2 times' }).press('Enter')
  await expect(record.getByText(/^Offered and held until/)).toBeVisible()
  await sendNow(people.owner)

  const nextTo = readLettersInOrder(folder)
  const { text: received = '' } = await nextTo(email)
  expect(received).not.toContain('holding these times')
  const visitor = await browser.newContext({ javaScriptEnabled: false })
  const site = await visitor.newPage()
  await openLetter(site, nextTo, email)
  const offered = site.getByRole('group', { name: callPage.move.offeredTitle }).getByRole('button')
  await expect(offered).toHaveCount(2)
  await offered.nth(1).click()
  await expect(headingOf(site)).toHaveText(callPage.states.confirmed.title)
  await visitor.close()
  await expect(rowOf(page, name)).toContainText('Confirmed')
  await expect(record.getByText(/^Offered and held until/)).toHaveCount(0)
})
