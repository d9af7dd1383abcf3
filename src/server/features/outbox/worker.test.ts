import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { gate, missed, outboxForTest, sent } from './testing.ts'
import type { Outcome } from './worker.ts'

describe('a worker of the outbox', () => {
  let outbox: Awaited<ReturnType<typeof outboxForTest>>
  beforeAll(async () => {
    outbox = await outboxForTest()
  })
  afterEach(() => outbox.empty())
  afterAll(() => outbox.close())

  it('tries again what was missed, until it is out', async () => {
    const answers = [missed(), missed({ isDoubtful: true }), sent]
    await outbox.add()
    const { log } = outbox.start(async () => answers.shift() ?? missed(), {
      timing: { look: 20, firstPause: 5 },
    })
    await outbox.until('sent')
    expect(await outbox.rows()).toMatchObject([{ attempts: 3, is_doubtful: true, reason: null }])
    expect(log.saying('another try')).toMatchObject([{ attempts: 1, kind: 'team-digest' }, { attempts: 2 }])
    expect(log.text()).not.toContain('@')
  })

  it('waits longer after each miss, and as long as the other side asks', async () => {
    const [id] = await outbox.add()
    const due = async () => {
      const [row] = await outbox.asOwner<{ due_at: Date }>('select due_at from outbox where id = $1', [id])
      return row?.due_at.getTime() ?? 0
    }
    const now = Date.parse('2026-11-20T12:00:00Z')
    await outbox.asOwner('update outbox set due_at = $1', [new Date(now)])
    const waits: number[] = []
    for (const change of [{}, {}, {}, { notBefore: now + 7_200_000 }, { notBefore: now + 1e10 }]) {
      const process = outbox.start(async () => missed(change), {
        clock: () => now,
        timing: { firstPause: 5000 },
      })
      await expect.poll(due).toBeGreaterThan(now)
      waits.push(Math.floor((await due()) - now))
      await process.stop()
      await outbox.asOwner('update outbox set due_at = $1, give_up_at = $2', [
        new Date(now),
        new Date(now + 1e9),
      ])
    }
    for (const [index, least] of [5000, 15_000, 45_000].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(least)
      expect(waits[index]).toBeLessThanOrEqual(least * 1.25)
    }
    // The last attempt is due when the item would be given up.
    expect(waits.slice(3)).toEqual([7_200_000, 1e9])
  })

  it.each([
    ['letter', false, 1200],
    ['letter', true, 0],
    ['webhook', false, 1200],
  ] as const)(
    'tells since when a %s is owed, however often it was missed, but for its address alone (%s)',
    async (channel, isOfAddress, seconds) => {
      const [id] = await outbox.add(1, channel === 'letter' ? {} : outbox.hook)
      await outbox.asOwner("update outbox set due_at = now() - interval '20 minutes' where id = $1", [id])
      const owed = async () => {
        const [row] = await outbox.asOwner<{ read: { outbox: { channel: string; oldest: number }[] } }>(
          'select private.read_metrics() as read',
        )
        return row?.read.outbox.find((item) => item.channel === channel)?.oldest
      }
      const held = gate<Outcome>()
      const miss = Promise.resolve(missed({ isOfAddress }))
      const answers = [miss, miss, held.opened]
      const send = () => answers.shift() ?? held.opened
      outbox.start(send, { webhook: send, timing: { look: 20, firstPause: 5 } })
      // Two attempts have moved its due time, and the third is running.
      await expect.poll(() => answers.length).toBe(0)
      expect(Math.trunc(((await owed()) ?? -1) / 1200)).toBe(seconds / 1200)
      held.open(sent)
      await outbox.until('sent')
      expect(await owed()).toBeUndefined()
    },
  )

  it('tries again what is due before it was let go, and holds on to nothing', async () => {
    const left = new Map((await outbox.add(40)).map((id) => [id, 8]))
    outbox.start(
      async ({ id }) => {
        const more = left.get(id) ?? 0
        left.set(id, more - 1)
        return more > 0 ? missed() : sent
      },
      { timing: { look: 1, firstPause: 0, atOnce: 20 } },
    )
    await outbox.until('sent', 40)
  })

  it('gives up what is refused for good, and what was missed for three days, and says so', async () => {
    const [refused] = await outbox.add()
    const { log, stop } = outbox.start(async () => missed({ isFinal: true }))
    await outbox.until('failed')
    await stop()
    const [old] = await outbox.add(1, { give_up_at: new Date(Date.now() - 1) })
    outbox.start(async () => missed())
    await outbox.until('failed', 2)
    expect(await outbox.rows()).toEqual(
      [refused, old].map((id) =>
        expect.objectContaining({ id, is_settled: true, reason: expect.stringMatching('451') }),
      ),
    )
    expect(log.saying('given up')).toMatchObject([{ level: 'error', item: refused }])
  })

  it('survives a sender that throws', async () => {
    await outbox.add()
    let isFirst = true
    const { log } = outbox.start(
      async () => {
        if (!isFirst) return sent
        isFirst = false
        throw new Error('a fault')
      },
      { timing: { look: 20, firstPause: 5 } },
    )
    await outbox.until('sent')
    expect(log.saying('could not be sent')).toHaveLength(1)
  })

  it('knocks gently while nothing gets through, and loses no letter by it', async () => {
    const tries = new Map<string, number>()
    let isOpen = false
    await outbox.add(40)
    const { log } = outbox.start(
      async ({ id }) => {
        tries.set(id, (tries.get(id) ?? 0) + 1)
        return isOpen ? sent : missed({ isGeneral: true })
      },
      { timing: { look: 10, firstRest: 100, longestRest: 100 } },
    )
    await expect.poll(() => log.saying('another try').length).toBeGreaterThan(5)
    // Three attempts at first, then one after each rest.
    expect([...tries.values()].reduce((sum, count) => sum + count, 0)).toBeLessThan(20)
    expect(log.saying('rests')).toHaveLength(1)
    isOpen = true
    await outbox.until('sent', 40)
    expect(log.saying('open again')).toHaveLength(1)
  })

  it('sends others while attempts hang', async () => {
    const end = gate()
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

  it('rests while a full set of attempts hangs', async () => {
    const end = gate()
    await outbox.add(10)
    const { log } = outbox.start(
      async () => {
        await end.opened
        return sent
      },
      { timing: { slow: 1, firstRest: 3_600_000, longestRest: 3_600_000 } },
    )
    await log.said('rests')
    await outbox.until('sending', 3)
    end.open()
    await outbox.until('sent', 3)
    expect(await outbox.rows()).toHaveLength(10)
  })

  it('does not rest for a connection that fails while others get through', async () => {
    const [begun, end] = [gate(), gate()]
    const [failing] = await outbox.add()
    const { log } = outbox.start(async ({ id }) => {
      if (id !== failing) return sent
      begun.open()
      await end.opened
      return missed({ isGeneral: true })
    })
    await begun.opened
    await outbox.add(5)
    await outbox.until('sent', 5)
    end.open()
    await log.said('another try')
    expect(log.saying('rests')).toEqual([])
  })
})
