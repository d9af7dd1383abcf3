import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { realtimeForTest, watch } from '#server/features/realtime/testing.ts'
import { openArrivals } from '#server/features/rest-writing/arrivals.ts'
import { tables } from '#server/features/rest-writing/policy.ts'
import { openAnnouncer } from '#server/lib/announcing.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { createLog } from '#server/lib/log.ts'
import { program } from '#server/lib/test-door.ts'

const sent = () => booking({ id: randomUUID(), monthly_revenue: null })

describe('news of what arrived', () => {
  it('reaches the desk by another server, once, after a kill between the commit and the announcement', async () => {
    const room = await realtimeForTest()
    const { token } = await room.person()
    const { ids } = await watch(await room.client(token))
    // Whoever would announce it now cannot.
    await room.asOwner('revoke execute on function private.announce() from backline_outbox')
    const script = await program(new URL('../features/rest-writing/arriving-process.ts', import.meta.url))
    const child = spawn(process.execPath, [script, room.databaseUrl], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [id] = (await once(createInterface(child.stdout), 'line')) as [string]
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(ids()).toEqual([])
    await room.asOwner('grant execute on function private.announce() to backline_outbox')
    const announcer = openAnnouncer(room.database, createLog({ write: () => {} }), 50)
    await expect.poll(ids).toEqual([id])
    // What came after it shows that it did not come again.
    const later = await room.book()
    await expect.poll(ids).toEqual([id, later])
    await announcer.close()
    await room.close()
  })

  it('reaches the desk of another server as soon as it is committed', async () => {
    const room = await realtimeForTest()
    const { token } = await room.person()
    const { ids } = await watch(await room.client(token))
    const options = { dataDir: '', databaseUrl: room.databaseUrl, owner: 'other', log: () => {} }
    const other = await openDatabase(options)
    const announcer = openAnnouncer(other, createLog({ write: () => {} }), 3_600_000)
    const table = tables.get('strategy_call_bookings')
    const arrivals = openArrivals(other, announcer)
    const rows = Array.from({ length: 30 }, () => sent())
    if (table) await Promise.all(rows.map((row) => arrivals.store(table, [row])))
    await expect.poll(ids).toHaveLength(30)
    expect(new Set(ids())).toEqual(new Set(rows.map(({ id }) => id)))
    await announcer.close()
    await other.close()
    await room.close()
  })
})
