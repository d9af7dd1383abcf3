import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { withServer as test } from './server.ts'

const email = 'stream@company.example'

/** Sends bookings one after the other until told to stop; gives the ids of those that were answered 201. */
function visitor(url: string) {
  const acknowledged: string[] = []
  let going = true
  const run = async () => {
    while (going) {
      const id = crypto.randomUUID()
      const answer = await fetch(`${url}/rest/v1/strategy_call_bookings`, {
        method: 'POST',
        headers: { apikey: 'sb_publishable_backline', 'content-type': 'application/json' },
        body: JSON.stringify({
          id,
          name: 'Stream',
          email,
          company: 'Stream',
          phone: '1',
          team_size: '1',
          current_challenges: 'other',
          preferred_time: new Date(Date.now() + 86_400_000).toISOString(),
        }),
      }).catch(() => null)
      if (answer?.status === 201) acknowledged.push(id)
      else await sleep(20)
    }
  }
  const done = run()
  return {
    acknowledged,
    stop: async () => {
      going = false
      await done
    },
  }
}

test('every booking answered 201 outlives kill -9 of the server, of PostgreSQL, and of both', async ({
  folder,
  server,
  stored,
}) => {
  test.setTimeout(120_000)
  const visitors = Array.from({ length: 4 }, () => visitor(server.url))
  const stop = () => Promise.all(visitors.map((one) => one.stop()))
  const count = () => visitors.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  const hundredMore = async () => {
    const before = count()
    await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(before + 100)
  }
  try {
    for (const victim of ['server', 'postgres', 'both']) {
      await hundredMore()
      const lock = await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')
      if (victim !== 'server') process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
      if (victim !== 'postgres') {
        await server.kill()
        await server.start()
      }
      await hundredMore()
    }
  } finally {
    await stop()
  }
  const ids = new Set((await stored.bookings(email)).map(({ id }) => id))
  const lost = visitors.flatMap(({ acknowledged }) => acknowledged).filter((id) => !ids.has(id))
  expect(lost).toEqual([])
})
