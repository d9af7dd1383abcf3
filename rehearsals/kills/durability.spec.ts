import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from '@playwright/test'
import { withServer as test } from '#e2e/server.ts'

const email = 'stream@company.example'

const booking = () => ({
  id: crypto.randomUUID(),
  name: 'Stream',
  email,
  company: 'Stream',
  phone: '1',
  team_size: '1',
  current_challenges: 'other',
  preferred_time: new Date(Date.now() + 86_400_000).toISOString(),
})

const session_id = crypto.randomUUID()
const events = () =>
  Array.from({ length: 25 }, () => ({
    id: crypto.randomUUID(),
    session_id,
    event_type: 'engagement',
    event_data: { action: 'page_visible' },
  }))

/** Posts rows one after another until stopped, and collects the ids of rows that received a 201 response. */
function visitor(url: string, table: string, rows: () => { id: string }[]) {
  const acknowledged: string[] = []
  let going = true
  const run = async () => {
    while (going) {
      const sent = rows()
      const answer = await fetch(`${url}/rest/v1/${table}`, {
        method: 'POST',
        headers: { apikey: 'sb_publishable_visitors', 'content-type': 'application/json' },
        body: JSON.stringify(sent),
      }).catch(() => null)
      if (answer?.status === 201) acknowledged.push(...sent.map(({ id }) => id))
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

test('[D1] keeps every booking and event that got a 201 response, even after kill -9 of the server, PostgreSQL, or both', async ({
  folder,
  server,
  stored,
}) => {
  test.setTimeout(120_000)
  const bookers = Array.from({ length: 4 }, () => visitor(server.url, 'strategy_call_bookings', () => [booking()]))
  const flood = Array.from({ length: 8 }, () => visitor(server.url, 'user_interactions', events))
  const count = (visitors: typeof flood) => visitors.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
  const more = async () => {
    const before = [count(bookers), count(flood)] as const
    await expect.poll(() => count(bookers), { timeout: 30_000 }).toBeGreaterThan(before[0] + 100)
    await expect.poll(() => count(flood), { timeout: 30_000 }).toBeGreaterThan(before[1] + 2000)
  }
  try {
    for (const victim of ['server', 'postgres', 'both']) {
      await more()
      const lock = await readFile(join(folder, 'data/postgres/postmaster.pid'), 'utf8')
      if (victim !== 'server') process.kill(Number(lock.split('\n')[0]), 'SIGKILL')
      if (victim !== 'postgres') {
        await server.kill()
        await server.start()
      }
      await more()
    }
  } finally {
    await Promise.all([...bookers, ...flood].map((one) => one.stop()))
  }
  const ids = [...(await stored.bookings(email)), ...(await stored.interactions(session_id))].map(({ id }) => id)
  const kept = new Set(ids)
  const lost = [...bookers, ...flood].flatMap(({ acknowledged }) => acknowledged).filter((id) => !kept.has(id))
  expect(lost).toEqual([])
  expect(ids).toHaveLength(kept.size)
})
