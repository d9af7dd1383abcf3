import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { limitedApp } from '#server/app/limits-testing.ts'

const running = await limitedApp()
afterAll(() => running.close())

it('[R1] uses at most 60 MB of disk space when two IP addresses send 12,000 large interactions', async () => {
  const event = { event_type: 'error', event_data: { name: 'x' }, session_id: randomUUID() }
  const filler = () => Array.from({ length: 220 }, () => randomUUID()).join('')
  const size = async () =>
    Number((await running.test.asOwner<{ n: string }>('select pg_database_size(current_database()) as n'))[0]?.n)
  const before = await size()
  for (const ip of ['203.0.113.21', '203.0.113.22'])
    for (let n = 0; n < 6000; n += 6) {
      const six = Array.from({ length: 6 }, () => ({ ...event, event_data: { name: filler() } }))
      await running.from(ip).rows('user_interactions', six)
    }
  expect(((await size()) - before) / 1e6).toBeLessThan(60)
})
