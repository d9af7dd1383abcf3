import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { deferred, failedAttempt, outboxForTest, sent } from './testing.ts'
import type { DeliveryOutcome } from './worker.ts'

const outbox = await outboxForTest()

describe('an outbox worker', () => {
  afterEach(() => outbox.empty())
  afterAll(() => outbox.close())

  it('retries failed deliveries until they succeed', async () => {
    const answers = [failedAttempt(), failedAttempt({ isDoubtful: true }), sent]
    await outbox.add()
    const { log } = outbox.start(async () => answers.shift() ?? failedAttempt(), {
      timing: { look: 20, firstPause: 5 },
    })
    await outbox.until('sent')
    expect(await outbox.rows()).toMatchObject([{ attempts: 3, may_have_arrived: true, reason: null }])
    expect(log.saying('scheduled for retry')).toMatchObject([{ attempts: 1, kind: 'team-digest' }, { attempts: 2 }])
    expect(log.text()).not.toContain('@')
  })

  it('waits longer after each failure, and honors the delay that the receiver requests', async () => {
    const [id] = await outbox.add()
    const due = async () => {
      const [row] = await outbox.asOwner<{ due_at: Date }>('select due_at from outbox where id = $1', [id])
      return row?.due_at.getTime() ?? 0
    }
    const now = Date.parse('2026-11-20T12:00:00Z')
    await outbox.asOwner('update outbox set due_at = $1', [new Date(now)])
    const waits: number[] = []
    for (const change of [{}, {}, {}, { notBefore: now + 7_200_000 }, { notBefore: now + 1e10 }]) {
      const process = outbox.start(async () => failedAttempt(change), {
        clock: () => now,
        timing: { firstPause: 5000 },
      })
      await expect.poll(due).toBeGreaterThan(now)
      waits.push(Math.floor((await due()) - now))
      await process.stop()
      await outbox.asOwner('update outbox set due_at = $1, abandon_at = $2', [new Date(now), new Date(now + 1e9)])
    }
    for (const [index, least] of [5000, 15_000, 45_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(least)
      expect(waits[index]).toBeLessThanOrEqual(least * 1.25)
    }
    // The last attempt is due exactly when the worker would abandon the item.
    expect(waits.slice(3)).toEqual([7_200_000, 1e9])
  })

  it.each([
    ['letter', false, 1200],
    ['letter', true, 0],
    ['webhook', false, 1200],
  ] as const)(
    'reports how long the oldest item in the %s channel has been due, unless the recipient’s address caused the error: %s',
    async (channel, isOfAddress, seconds) => {
      const [id] = await outbox.add(1, channel === 'letter' ? {} : outbox.hook)
      await outbox.asOwner("update outbox set due_at = now() - interval '20 minutes' where id = $1", [id])
      const owed = async () => {
        const [row] = await outbox.asOwner<{ read: { outbox: { channel: string; oldest: number }[] } }>(
          'select private.read_metrics() as read',
        )
        return row?.read.outbox.find((item) => item.channel === channel)?.oldest
      }
      const held = deferred<DeliveryOutcome>()
      const miss = Promise.resolve(failedAttempt({ isOfAddress }))
      const answers = [miss, miss, held.opened]
      const send = () => answers.shift() ?? held.opened
      outbox.start(send, { webhook: send, timing: { look: 20, firstPause: 5 } })
      // Two attempts have changed the item's due time, and the third attempt is running.
      await expect.poll(() => answers.length).toBe(0)
      expect(Math.trunc(((await owed()) ?? -1) / 1200)).toBe(seconds / 1200)
      held.open(sent)
      await outbox.until('sent')
      expect(await owed()).toBeUndefined()
    },
  )

  it('retries an item at once if the pause between attempts is zero, and leaves no lease behind', async () => {
    const left = new Map((await outbox.add(40)).map((id) => [id, 8]))
    outbox.start(
      async ({ id }) => {
        const more = left.get(id) ?? 0
        left.set(id, more - 1)
        return more > 0 ? failedAttempt() : sent
      },
      { timing: { look: 1, firstPause: 0, atOnce: 20 } },
    )
    await outbox.until('sent', 40)
  })

  it('abandons items after a permanent refusal or three days of failures, and logs an error', async () => {
    const [refused] = await outbox.add()
    const { log, stop } = outbox.start(async () => failedAttempt({ isFinal: true }))
    await outbox.until('failed')
    await stop()
    const [old] = await outbox.add(1, { abandon_at: new Date(Date.now() - 1) })
    outbox.start(async () => failedAttempt())
    await outbox.until('failed', 2)
    expect(await outbox.rows()).toEqual(
      [refused, old].map((id) =>
        expect.objectContaining({ id, is_settled: true, reason: expect.stringMatching('451') }),
      ),
    )
    expect(log.saying('abandoned')).toMatchObject([{ level: 'error', item: refused }])
  })

  it('keeps running when a sender throws', async () => {
    await outbox.add()
    let isFirst = true
    const { log } = outbox.start(
      async () => {
        if (!isFirst) return sent
        isFirst = false
        throw new Error('a bug')
      },
      { timing: { look: 20, firstPause: 5 } },
    )
    await outbox.until('sent')
    expect(log.saying('delivery failed')).toHaveLength(1)
  })

  it('sends one item at a time while the channel is failing, without losing any item', async () => {
    const tries = new Map<string, number>()
    let isOpen = false
    await outbox.add(40)
    const { log } = outbox.start(
      async ({ id }) => {
        tries.set(id, (tries.get(id) ?? 0) + 1)
        return isOpen ? sent : failedAttempt({ isGeneral: true })
      },
      { timing: { look: 10, firstRest: 100, longestRest: 100 } },
    )
    await expect.poll(() => log.saying('scheduled for retry').length).toBeGreaterThan(5)
    // The worker makes three attempts at first, then one attempt after each pause.
    expect([...tries.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(20)
    expect(log.saying('channel paused')).toHaveLength(1)
    isOpen = true
    await outbox.until('sent', 40)
    expect(log.saying('channel resumed')).toHaveLength(1)
  })

  it('delivers other items while some delivery attempts hang', async () => {
    const end = deferred()
    const hanging = new Set(await outbox.add(5, { due_at: new Date(Date.now() - 60_000) }))
    outbox.start(
      async ({ id }) => {
        if (hanging.has(id)) await end.opened
        return sent
      },
      { timing: { slow: 1 } },
    )
    await outbox.add(10)
    await outbox.until('sent', 10)
    await outbox.until('sending', 5)
    end.open()
    await outbox.until('sent', 15)
  })

  it('pauses when every delivery attempt hangs', async () => {
    const end = deferred()
    await outbox.add(10)
    const { log } = outbox.start(
      async () => {
        await end.opened
        return sent
      },
      { timing: { slow: 1, firstRest: 3_600_000, longestRest: 3_600_000 } },
    )
    await log.said('channel paused')
    await outbox.until('sending', 3)
    end.open()
    await outbox.until('sent', 3)
    expect(await outbox.rows()).toHaveLength(10)
  })

  it('does not pause if one connection fails while others succeed', async () => {
    const [begun, end] = [deferred(), deferred()]
    const [failing] = await outbox.add()
    const { log } = outbox.start(async ({ id }) => {
      if (id !== failing) return sent
      begun.open()
      await end.opened
      return failedAttempt({ isGeneral: true })
    })
    await begun.opened
    await outbox.add(5)
    await outbox.until('sent', 5)
    end.open()
    await log.said('scheduled for retry')
    expect(log.saying('channel paused')).toEqual([])
  })
})
