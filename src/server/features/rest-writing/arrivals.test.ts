import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tables } from '#server/features/rest-writing/review.ts'
import { openRowStore } from '#server/features/rest-writing/service.ts'
import { type Database, openDatabase } from '#server/lib/db/database.ts'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { createLog } from '#server/lib/log.ts'

describe('a notification', () => {
  let test: TestDatabase
  let other: Database
  const heard: string[] = []
  const rows = () => heard.flatMap((payload) => (payload.startsWith('{') ? [JSON.parse(payload)] : []))
  const ids = () => rows().map(({ id }) => id)

  beforeAll(async () => {
    test = await testDatabase()
    other = await openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'other', log: () => {} })
    for (const channel of ['realtime', 'outbox'])
      await other.listen(channel, { onMessage: (payload) => heard.push(payload), onGap: () => {} })
  })
  afterAll(async () => {
    await other.close()
    await test.close()
  })

  /**
   * Sends a marker notification on each of the two channels and waits for both markers, so that all earlier
   * notifications have arrived.
   */
  async function marked() {
    const marks = ['realtime', 'outbox'].map((channel) => `${channel} ${randomUUID()}`)
    for (const mark of marks) await test.asOwner('select pg_notify($1, $2)', [mark.replace(/ .*/, ''), mark])
    await expect.poll(() => heard).toEqual(expect.arrayContaining(marks))
    return heard.splice(0).filter((payload) => !marks.includes(payload))
  }

  it.each(['strategy_call_bookings', 'contact_messages'])(
    'is sent once to other servers after a row in %s is committed',
    async (name) => {
      const id = randomUUID()
      const table = tables.get(name)
      const { monthly_revenue: _, ...row } = name === 'contact_messages' ? message({ id }) : booking({ id })
      // Without the right to publish, no notification arrives, which proves that storing the row does not send one.
      await test.asOwner('revoke execute on function private.publish_new_rows from backline_outbox')
      const warned: unknown[] = []
      const log = createLog({ write: (line) => warned.push(line) })
      if (table) await openRowStore(test.database, log).store(table, [row])
      await expect.poll(() => warned).toHaveLength(1)
      expect(await marked()).toEqual([])
      await test.asOwner('grant execute on function private.publish_new_rows to backline_outbox')

      const later = randomUUID()
      if (table) await openRowStore(test.database, log).store(table, [{ ...row, id: later }])
      await expect.poll(ids).toEqual([later])
      expect(rows()).toEqual([
        {
          table: name,
          type: 'INSERT',
          id: later,
          at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ])
      // The outbox is also notified.
      expect((await marked()).filter((payload) => payload === '')).toEqual([''])
    },
  )

  it('is sent for each inserted row, in order, unless the transaction has the `publishes` claim', async () => {
    const id = randomUUID()
    await test.asOwner(...insertion('strategy_call_bookings', booking({ id })))
    expect(await marked()).toEqual(expect.arrayContaining([expect.stringContaining(id), 'letter']))
    await test.asOwner(
      `insert into contact_messages (name, email, company, message, inquiry_type)
       select 'n' || n, 'a@b.example', 'C', 'm', 'other' from generate_series(1, 20) n`,
    )
    const news = (await marked()).filter((payload) => payload.startsWith('{')).map((text) => JSON.parse(text).id)
    const stored = await test.asOwner<{ id: string }>(
      "select id from contact_messages where company = 'C' order by substr(name, 2)::int",
    )
    expect(news).toEqual(stored.map((row) => row.id))
  })
})
