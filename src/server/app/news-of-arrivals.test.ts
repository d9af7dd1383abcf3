import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { realtimeForTest, watch } from '#server/features/realtime/testing.ts'
import { openArrivals } from '#server/features/rest-writing/arrivals.ts'
import { tables } from '#server/features/rest-writing/policy.ts'
import { openAnnouncer } from '#server/lib/announcing.ts'
import { openDatabase } from '#server/lib/db/database.ts'
import { booking } from '#server/lib/db/visitor-rows.ts'
import { createLog } from '#server/lib/log.ts'

const sent = () => booking({ id: randomUUID(), monthly_revenue: null })

describe('news of what arrived', () => {
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
