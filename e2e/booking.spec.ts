import { bookAndRestart } from './booking-journey.ts'
import { test } from './test.ts'

test('a call is booked, confirmed for three seconds, and still there after a restart', async ({
  page,
  server,
  stored,
}) => {
  await bookAndRestart(page, server, stored)
})
