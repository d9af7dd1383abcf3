import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { Send } from '#server/features/outbox/service.ts'
import { gate, outboxForTest, sent } from '#server/features/outbox/testing.ts'

const outbox = await outboxForTest()
afterEach(() => outbox.empty())
afterAll(() => outbox.close())

it('keeps what takes longer than a lease, and minds nobody who is erased meanwhile', async () => {
  const end = gate()
  let tries = 0
  const [kept, erased] = await outbox.add(2)
  const send: Send = async () => {
    tries += 1
    await end.opened
    return sent
  }
  const timing = { lease: 600, heartbeat: 50, look: 20 }
  const { log } = outbox.start(send, { timing })
  outbox.start(send, { timing })
  await outbox.until('sending', 2)
  await sleep(1500)
  await outbox.asOwner('delete from outbox where id = $1', [erased])
  end.open()
  await outbox.until('sent')
  expect(tries).toBe(2)
  expect(await outbox.rows()).toMatchObject([{ id: kept, attempts: 1 }])
  expect(log.saying('a job failed')).toEqual([])
})
