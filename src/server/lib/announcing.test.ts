import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '#server/lib/db/database.ts'
import { type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { booking, insertion, message } from '#server/lib/db/visitor-rows.ts'
import { announcedLater, openAnnouncer } from './announcing.ts'
import { createLog } from './log.ts'

const log = createLog({ write: () => {} })

describe.each(inject('servers'))('news on %s', (server) => {
  let test: TestDatabase
  let other: Database
  const heard: string[] = []
  const ids = () => heard.flatMap((payload) => (payload.startsWith('{') ? [JSON.parse(payload).id] : []))
  const open = (look = 3_600_000, database = test.database) => openAnnouncer(database, log, look)

  beforeAll(async () => {
    test = await testDatabase(server)
    other = await openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'other', log: () => {} })
    for (const channel of ['realtime', 'outbox'])
      await other.listen(channel, { onMessage: (payload) => heard.push(payload), onGap: () => {} })
  })
  afterAll(async () => {
    await other.close()
    await test.close()
  })

  async function store(claims: object, table = 'strategy_call_bookings', end = async () => {}) {
    const id = randomUUID()
    const row = table === 'contact_messages' ? message({ id }) : booking({ id })
    await test.database.transaction('anon', { role: 'anon', ...claims }, async (tx) => {
      await tx.query(...insertion(table, row))
      await end()
    })
    return id
  }
  /** All that was notified before this has been heard after it: each channel has a connection of its own. */
  async function marked() {
    const marks = ['realtime', 'outbox'].map((channel) => `${channel} ${randomUUID()}`)
    for (const mark of marks) await test.asOwner('select pg_notify($1, $2)', [mark.replace(/ .*/, ''), mark])
    await expect.poll(() => heard).toEqual(expect.arrayContaining(marks))
    return heard.splice(0).filter((payload) => !marks.includes(payload))
  }
  const unannounced = async () =>
    (await test.asOwner<{ rows: number }>('select count(*)::int as rows from private.unannounced'))[0]?.rows

  it.each(['strategy_call_bookings', 'contact_messages'])(
    'of %s: nobody is notified by the transaction, everybody by the announcement, once',
    async (table) => {
      const id = await store(announcedLater, table)
      expect(await marked()).toEqual([])
      const announcer = open()
      announcer.soon()
      await expect.poll(ids).toEqual([id])
      expect(JSON.parse(heard.find((payload) => payload.startsWith('{')) ?? '')).toEqual({
        schema: 'public',
        table,
        type: 'INSERT',
        id,
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      })
      announcer.soon()
      await announcer.close()
      expect((await marked()).filter((payload) => payload === 'letter')).toEqual(['letter'])
      expect(await unannounced()).toBe(0)
    },
  )

  it('is told by the transaction itself to whoever says nothing, and row by row in order', async () => {
    const id = await store({})
    expect(await marked()).toEqual(expect.arrayContaining([expect.stringContaining(id), 'letter']))
    await test.asOwner(
      `insert into contact_messages (name, email, company, message, inquiry_type)
       select 'n' || n, 'a@b.example', 'C', 'm', 'other' from generate_series(1, 20) n`,
    )
    const news = (await marked())
      .filter((payload) => payload.startsWith('{'))
      .map((text) => JSON.parse(text).id)
    const rows = await test.asOwner<{ id: string }>(
      "select id from contact_messages where company = 'C' order by substr(name, 2)::int",
    )
    expect(news).toEqual(rows.map((row) => row.id))
    expect(await unannounced()).toBe(0)
  })

  it('is not told of what was rolled back', async () => {
    await expect(
      store(announcedLater, 'strategy_call_bookings', () => Promise.reject(new Error('no'))),
    ).rejects.toThrow('no')
    const announcer = open()
    await announcer.close()
    expect(await marked()).toEqual([])
  })

  it('is told by another server when the one that wrote it is gone, once', async () => {
    const id = await store(announcedLater)
    const servers = [open(20), open(20, other), open(20)]
    await expect.poll(ids).toEqual([id])
    await Promise.all(servers.map((each) => each.close()))
    expect((await marked()).filter((payload) => payload.includes(id))).toHaveLength(1)
  })

  it('is told later while the database refuses to tell it, and is not lost', async () => {
    await test.asOwner('revoke execute on function private.announce() from backline_outbox')
    const announcer = open(20)
    const id = await store(announcedLater)
    announcer.soon()
    expect(await marked()).toEqual([])
    await test.asOwner('grant execute on function private.announce() to backline_outbox')
    await expect.poll(ids).toEqual([id])
    await announcer.close()
  })

  it('is for the server to announce: visitors neither read nor write nor tell it', async () => {
    for (const sql of [
      "insert into private.unannounced (channel, payloads) values ('realtime', '{}')",
      'select from private.unannounced',
      'select private.announce()',
      "select private.tell('realtime', '{}')",
    ]) {
      const refused = test.database.transaction('anon', announcedLater, (tx) => tx.query(sql))
      await expect(refused).rejects.toMatchObject({ code: '42501' })
    }
  })
})
