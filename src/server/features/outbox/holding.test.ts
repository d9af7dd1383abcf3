import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import type { Database } from '#server/lib/db/database.ts'
import { booking, insertion } from '#server/lib/db/rows-testing.ts'
import { runOnce } from '#server/lib/db/test-servers.ts'
import { requestShared } from '#server/lib/shared-test-resources.ts'
import type { OutboxItem, SendItem } from './service.ts'
import { deferred, outboxForTest, sent } from './testing.ts'

const outbox = await outboxForTest()

describe('the outbox', () => {
  afterEach(() => outbox.empty())
  afterAll(() => outbox.close())

  it('takes over items that a dead process leased, and treats them as possibly delivered', async () => {
    const held = (until: number, change: object = {}) =>
      outbox.add(1, {
        state: 'sending',
        lease_owner: randomUUID(),
        lease_expires_at: new Date(Date.now() + until),
        ...change,
      })
    await held(-1, { attempts: 1 })
    await held(60_000)
    const items: OutboxItem[] = []
    outbox.start(
      async (item) => {
        items.push(item)
        return sent
      },
      // The database has just started, so it has been running for less than the length of a lease.
      { timing: { lease: 100 } },
    )
    await outbox.until('sent')
    expect(items).toMatchObject([{ attempts: 2, isDoubtful: true }])
  })

  it('sends items that were queued or leased while the clock was three hours fast', async () => {
    const ahead = new Date(Date.now() + 3 * 3_600_000)
    await outbox.add(1, { created_at: ahead, updated_at: ahead, due_at: ahead })
    await outbox.add(1, { state: 'sending', lease_owner: randomUUID(), lease_expires_at: ahead })
    outbox.start(async () => sent, { timing: { heartbeat: 20, look: 20, lease: 100 } })
    await outbox.until('sent', 2)
  })

  it('renews the lease of an item until the item is sent', async () => {
    const begun = deferred()
    const end = deferred()
    let tries = 0
    await outbox.add()
    outbox.start(
      async () => {
        tries += 1
        begun.open()
        await end.opened
        return sent
      },
      { timing: { heartbeat: 20, look: 20, lease: 100 } },
    )
    await begun.opened
    await outbox.asOwner("update outbox set lease_expires_at = now() - interval '1 hour'")
    // If a process is already sending an item, it does not send the item again, even if the lease has expired.
    await expect
      .poll(() => outbox.asOwner("select from outbox where lease_expires_at > now() - interval '1 minute'"))
      .toHaveLength(1)
    end.open()
    await outbox.until('sent')
    expect(tries).toBe(1)
  })

  it('does not record the result of a delivery if another process has taken over the lease of the item', async () => {
    const begun = deferred()
    const end = deferred()
    await outbox.add()
    const { stop, log } = outbox.start(async () => {
      begun.open()
      await end.opened
      return sent
    })
    await begun.opened
    const leaseOwner = randomUUID()
    await outbox.asOwner('update outbox set lease_owner = $1', [leaseOwner])
    end.open()
    await log.said('lease lost')
    await stop()
    expect(await outbox.asOwner('select state, lease_owner from outbox')).toEqual([
      { state: 'sending', lease_owner: leaseOwner },
    ])
  })

  it('records the results of deliveries once the database is available again', async () => {
    const begun = deferred()
    const end = deferred()
    let tries = 0
    await outbox.add()
    const { log } = outbox.start(async () => {
      tries += 1
      begun.open()
      await end.opened
      return sent
    })
    await begun.opened
    const address = await requestShared(inject('server'))
    const name = new URL(outbox.url).pathname.slice(1)
    await runOnce(address, `alter database ${name} allow_connections false`)
    await outbox.asOwner(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
      [name],
    )
    end.open()
    await log.said('recording delivery result failed')
    expect(await outbox.rows()).toMatchObject([{ state: 'sending' }])
    await runOnce(address, `alter database ${name} allow_connections true`)
    await outbox.until('sent')
    expect(tries).toBe(1)
  })

  it('requeues items instead of sending them if the worker that leased them is stopping', async () => {
    const [asked, answered] = [deferred(), deferred()]
    const slow: Database = {
      ...outbox.database,
      alone(...caller) {
        const each = outbox.database.alone(...caller)
        return {
          async query<Row>(...statement: Parameters<typeof each.query>) {
            const answer = await each.query<Row>(...statement)
            if (!statement[0].includes('lease_outbox') || answer.rowCount === 0) return answer
            asked.open()
            await answered.opened
            return answer
          },
        }
      },
    }
    await outbox.add(2)
    const { stop } = outbox.start(async () => expect.unreachable(), { database: slow })
    await asked.opened
    const stopped = stop()
    answered.open()
    await stopped
    const back = { state: 'waiting', attempts: 0, is_free: true }
    expect(await outbox.rows()).toMatchObject([back, back])
  })

  it('sends one recipient the emails about a booking in order, one at a time', async () => {
    async function booked(): Promise<string> {
      const id = randomUUID()
      await outbox.asOwner(...insertion('strategy_call_bookings', booking({ id, email: `${id}@x.example` })))
      await outbox.asOwner('delete from outbox')
      return id
    }
    const [ours, other] = [await booked(), await booked()]
    const due = (seconds: number) => ({ due_at: new Date(Date.now() - 60_000 + seconds * 1000) })
    const letter = (name: string, booking_id: string, change: object = {}) =>
      outbox.add(1, { kind: 'call', facts: { name }, booking_id, recipient: null, ...change })
    // The items are inserted in reverse order, so that the order in the table differs from the order of the due times.
    await letter('third', ours, due(3))
    await letter('second', ours, due(2))
    await letter('first', ours, due(1))
    await letter('for-others', ours, { recipient: 'team@desk.example', ...due(4) })
    await letter('of-others', other, due(5))

    const gates = new Map<string, ReturnType<typeof deferred<void>>>()
    const send: SendItem = async ({ facts }) => {
      const one = deferred()
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
    // By now, a worker with free capacity has searched for items again.
    expect(begun()).toHaveLength(3)
    gates.get('first')?.open()
    await expect.poll(begun).toContain('second')
    expect(begun()).not.toContain('third')
    gates.get('second')?.open()
    await expect.poll(begun).toContain('third')
    gates.get('third')?.open()
    await outbox.until('sent', 5)
  })
})
