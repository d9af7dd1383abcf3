import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { once } from '#server/lib/db/test-servers.ts'
import type { Item, Send } from './service.ts'
import { gate, outboxForTest, sent } from './testing.ts'

describe.each(['embedded', 'fifteen'] as const)('what a process holds on %s', (server) => {
  describe.skipIf(inject('postgres')[server] === null)('', () => {
    let outbox: Awaited<ReturnType<typeof outboxForTest>>
    beforeAll(async () => {
      outbox = await outboxForTest(server)
    })
    afterEach(() => outbox.empty())
    afterAll(() => outbox.close())

    it('takes over from a process that has gone silent, knowing that it may have arrived', async () => {
      await outbox.add(1, {
        state: 'sending',
        holder: randomUUID(),
        held_until: new Date(Date.now() - 1),
        attempts: 1,
      })
      await outbox.add(1, {
        state: 'sending',
        holder: randomUUID(),
        held_until: new Date(Date.now() + 60_000),
      })
      const items: Item[] = []
      outbox.start(
        async (item) => {
          items.push(item)
          return sent
        },
        // Of a database that has just started, a lease ago nobody could have said anything.
        { timing: { lease: 100 } },
      )
      await outbox.until('sent')
      expect(items).toMatchObject([{ attempts: 2, isDoubtful: true }])
    })

    it('ends a try that somebody else took over, and leaves what they write down', async () => {
      const begun = gate()
      const ended = gate()
      await outbox.add()
      const { stop } = outbox.start(
        async (_item, signal) => {
          begun.open()
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          ended.open()
          return sent
        },
        { timing: { heartbeat: 20 } },
      )
      await begun.opened
      const holder = randomUUID()
      await outbox.asOwner('update outbox set holder = $1', [holder])
      await ended.opened
      await stop()
      expect(await outbox.asOwner('select state, holder from outbox')).toEqual([{ state: 'sending', holder }])
    })

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

    it('writes down what was sent as soon as the database is back', async () => {
      const begun = gate()
      const end = gate()
      let tries = 0
      await outbox.add()
      const { log } = outbox.start(async () => {
        tries += 1
        begun.open()
        await end.opened
        return sent
      })
      await begun.opened
      const address = inject('postgres')[server] ?? ''
      const name = new URL(outbox.url).pathname.slice(1)
      await once(address, `alter database ${name} allow_connections false`)
      await outbox.asOwner(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      )
      end.open()
      await log.said('not yet written down')
      expect(await outbox.rows()).toMatchObject([{ state: 'sending' }])
      await once(address, `alter database ${name} allow_connections true`)
      await outbox.until('sent')
      expect(tries).toBe(1)
    })
  })
})
