import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { booking, insertion } from '#server/lib/db/visitor-rows.ts'
import type { Send } from './service.ts'
import { gate, outboxForTest, sent } from './testing.ts'

describe.each(inject('servers'))('letters that leave many at a time, on %s', (server) => {
  let outbox: Awaited<ReturnType<typeof outboxForTest>>
  beforeAll(async () => {
    outbox = await outboxForTest(server)
  })
  afterEach(() => outbox.empty())
  afterAll(() => outbox.close())

  async function booked(): Promise<string> {
    const id = randomUUID()
    await outbox.asOwner(...insertion('strategy_call_bookings', booking({ id, email: `${id}@x.example` })))
    await outbox.asOwner('delete from outbox')
    return id
  }

  it('go one after the other where they are about one booking and for one reader', async () => {
    const [ours, other] = [await booked(), await booked()]
    const due = (seconds: number) => ({ due_at: new Date(Date.now() - 60_000 + seconds * 1000) })
    const letter = (name: string, booking_id: string, change: object = {}) =>
      outbox.add(1, { kind: 'call', facts: { name }, booking_id, recipient: null, ...change })
    // The later ones first, so that their order in the table says nothing.
    await letter('third', ours, due(3))
    await letter('second', ours, due(2))
    await letter('first', ours, due(1))
    await letter('for-others', ours, { recipient: 'team@desk.example', ...due(4) })
    await letter('of-others', other, due(5))

    const gates = new Map<string, ReturnType<typeof gate<void>>>()
    const send: Send = async ({ facts }) => {
      const one = gate()
      gates.set(String(facts.name), one)
      await one.opened
      return sent
    }
    outbox.start(send)
    outbox.start(send)
    const begun = () => [...gates.keys()].toSorted()
    await expect.poll(begun).toEqual(['first', 'for-others', 'of-others'])
    gates.get('for-others')?.open()
    gates.get('of-others')?.open()
    await outbox.until('sent', 2)
    // Whoever had room has looked again by now.
    expect(begun()).toHaveLength(3)
    gates.get('first')?.open()
    await expect.poll(begun).toContain('second')
    expect(begun()).not.toContain('third')
    gates.get('second')?.open()
    await expect.poll(begun).toContain('third')
    gates.get('third')?.open()
    await outbox.until('sent', 5)
  })

  it('are written down together, and none waits for one that somebody else has in hand', async () => {
    const [held] = await outbox.add(30)
    let tries = 0
    const [ready, done] = [gate(), gate()]
    const somebody = () =>
      outbox.database.transaction('service_role', {}, async (tx) => {
        await tx.query('select id from outbox where id = $1 for update', [held])
        ready.open()
        await done.opened
      })
    let holding: Promise<void> | undefined
    outbox.start(async ({ id }) => {
      if (id === held) holding = somebody()
      await ready.opened
      tries += 1
      return sent
    })
    await outbox.until('sent', 29)
    expect((await outbox.rows()).filter(({ state }) => state === 'sending')).toMatchObject([{ id: held }])
    done.open()
    await holding
    await outbox.until('sent', 30)
    expect(tries).toBe(30)
  })

  it('are given back untried where nobody got to them', async () => {
    await outbox.add(30)
    const begun: string[] = []
    const { stop } = outbox.start(
      ({ id }, signal) => {
        begun.push(id)
        return new Promise((resolve) => {
          const reason = 'EABORT: it took too long'
          signal.addEventListener('abort', () =>
            resolve({ state: 'missed', reason, isDoubtful: false, isFinal: false }),
          )
        })
      },
      { timing: { closing: 50 } },
    )
    await expect.poll(() => begun).toHaveLength(5)
    await expect
      .poll(async () => (await outbox.rows()).filter(({ attempts }) => attempts > 0))
      .toHaveLength(15)
    await stop()
    const rows = await outbox.rows()
    expect(rows.filter(({ state, attempts }) => state === 'waiting' && attempts === 0)).toHaveLength(25)
    expect(
      rows
        .filter(({ attempts }) => attempts === 1)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(begun.toSorted())
  })
})
