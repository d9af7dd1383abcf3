import { confirmedByLetter } from './host-journey.ts'
import { test } from './test.ts'

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
