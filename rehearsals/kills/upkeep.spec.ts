import { expect } from '@playwright/test'
import { withServer as test } from '#e2e/server.ts'

const day = 86_400_000

test('a server that starts counts the days that have ended and throws away what is too old', async ({
  server,
  stored,
}) => {
  const session = crypto.randomUUID()
  // The upkeep of the server's first start may still run, and throws away uncounted what it meets so late.
  await stored.pastInteraction(session, new Date(Date.now() - 400 * day))
  await server.restart()
  await expect.poll(() => stored.interactions(session)).toHaveLength(0)
  for (const age of [397, 394, 2, 1]) await stored.pastInteraction(session, new Date(Date.now() - age * day))
  await server.restart()
  await expect.poll(() => stored.interactions(session)).toHaveLength(3)
  await expect.poll(async () => (await stored.interactionDays()).length).toBeGreaterThanOrEqual(4)
})
