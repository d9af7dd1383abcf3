import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { once } from '#server/lib/db/test-servers.ts'
import { ask } from '#server/lib/test-door.ts'
import type { Item } from './service.ts'
import { gate, outboxForTest, sent } from './testing.ts'

describe.each(inject('servers'))('what a process holds on %s', (server) => {
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
    const address = await ask(server)
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
