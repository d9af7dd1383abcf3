import { callPage } from '#content/visitor-call.ts'
import { someBooking } from './booking.ts'
import { goOn, headingOf, invited, pick, team } from './host-journey.ts'
import { lettersInOrder } from './invitations.ts'
import { expect, test } from './test.ts'

// Visitors are offered the times of hosts, which tests of the site do not expect.
test.use({ ownServer: true, timezoneId: 'UTC' })

test('a picked time is confirmed at once, moved, passed on and called off; both calendars say so', async ({
  page,
  server,
  folder,
}) => {
  const people = await team({ folder, url: server.url }, true)
  const nextTo = lettersInOrder(folder)
  const wanted = someBooking()
  await pick(page, wanted)
  await page.getByRole('link', { name: 'See or change your call' }).click()
  await expect(headingOf(page)).toHaveText(callPage.states.confirmed.title)
  const first = await invited(nextTo, wanted.email, people.ada.email)
  await goOn(page, people, wanted, nextTo, first)
})
