import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, expect, it } from 'vitest'
import type { Send } from '#server/features/outbox/service.ts'
import { gate, outboxForTest, sent } from '#server/features/outbox/testing.ts'

const outbox = await outboxForTest('embedded')
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

it('lets letters wait for each other while visitors wait, and no longer', async () => {
  await outbox.add(4)
  const rush = { isOn: true }
  const begun: number[] = []
  outbox.start(
    async () => {
      begun.push(performance.now())
      if (begun.length === 2) rush.isOn = false
      return sent
    },
    { letters: { atOnce: 3, perMinute: null, rush }, timing: { inRush: 700 } },
  )
  await outbox.until('sent', 4)
  const [first = 0, second = 0, ...others] = begun
  expect(second - first).toBeGreaterThan(690)
  // The one that slowed down had begun before it was over.
  expect(others).toHaveLength(2)
})
