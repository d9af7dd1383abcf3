import { callPage } from '#content/visitor-call.ts'
import { openDesk } from './desk.ts'
import { confirmedByLetter, headingOf, openLetter, sendNow, team } from './host-journey.ts'
import { inDays } from './hosts.ts'
import { mark, openRow, rowOf, sendBooking } from './inbox.ts'
import { lettersInOrder } from './invitations.ts'
import { expect, test } from './test.ts'

// Visitors are offered the times of hosts, which tests of the site do not expect.
test.use({ ownServer: true, timezoneId: 'UTC' })

test('a picked time is confirmed by the letter’s link, moved, passed on and called off; both calendars say so', async ({
  page,
  server,
  folder,
  stored,
}) => {
  await stored.sendsMail()
  await confirmedByLetter(page, { folder, url: server.url })
})

test('offered times: chosen by keys at the desk, picked by one press on the page, without script too', async ({
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
    .getByRole('group', { name: /^Free times/ })
    .first()
    .getByRole('button')
  await times.nth(0).press('Enter')
  await times.nth(2).press('Enter')
  await dialog.getByRole('button', { name: 'Offer these 2' }).press('Enter')
  await expect(record.getByText(/^Offered, and held until/)).toBeVisible()
  await sendNow(people.owner)

  const nextTo = lettersInOrder(folder)
  const { text: received = '' } = await nextTo(email)
  expect(received).not.toContain('hold these times')
  const visitor = await browser.newContext({ javaScriptEnabled: false })
  const site = await visitor.newPage()
  await openLetter(site, nextTo, email)
  const offered = site.getByRole('group', { name: callPage.move.offeredTitle }).getByRole('button')
  await expect(offered).toHaveCount(2)
  await offered.nth(1).click()
  await expect(headingOf(site)).toHaveText(callPage.states.confirmed.title)
  await visitor.close()
  await expect(rowOf(page, name)).toContainText('Confirmed')
  await expect(record.getByText(/^Offered, and held until/)).toHaveCount(0)
})
