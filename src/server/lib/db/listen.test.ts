import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { booking, insertion, message } from '#server/lib/db/rows-testing.ts'
import { type ListenSubscription, openDatabase } from './database.ts'
import { testDatabase } from './testing.ts'

const test = await testDatabase()

describe('a listener', () => {
  const opened: ListenSubscription[] = []
  afterEach(async () => {
    for (const listening of opened.splice(0)) await listening.close()
  })
  afterAll(() => test.close())

  const listen = async (channel: string) => {
    const heard = { messages: [] as string[], gaps: 0 }
    opened.push(
      await test.database.listen(channel, {
        onMessage: (payload) => heard.messages.push(payload),
        onGap: () => heard.gaps++,
      }),
    )
    return heard
  }
  const listeners = `from pg_stat_activity where datname = current_database() and query like 'listen %'`

  it("receives other processes' notifications in order, but receives none from other channels", async () => {
    const heard = await listen('odd "name"')
    const other = await openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'other', log: () => {} })
    await other.transaction('anon', {}, async (tx) => {
      for (const text of ['one', 'two']) await tx.query(`select pg_notify('odd "name"', $1)`, [text])
      await tx.query(`select pg_notify('elsewhere', 'no')`)
    })
    await other.close()
    await expect.poll(() => heard.messages).toEqual(['one', 'two'])
    expect(heard.gaps).toBe(0)
  })

  it('[G2] continues to receive notifications after its callback throws', async () => {
    const heard: string[] = []
    opened.push(
      await test.database.listen('room', {
        onMessage(payload) {
          heard.push(payload)
          throw new Error('planted')
        },
        onGap() {
          heard.push('a gap')
          throw new Error('planted')
        },
      }),
    )
    for (const text of ['one', 'two']) await test.asOwner(`notify room, '${text}'`)
    await expect.poll(() => heard).toEqual(['one', 'two'])
    await test.asOwner(`select pg_terminate_backend(pid) ${listeners}`)
    await expect.poll(() => heard).toContain('a gap')
    await test.asOwner(`notify room, 'three'`)
    await expect.poll(() => heard).toEqual(['one', 'two', 'a gap', 'three'])
  })

  it('reports a lost connection, and reconnects', async () => {
    const heard = await listen('room')
    await test.asOwner(`select pg_terminate_backend(pid) ${listeners}`)
    await test.asOwner(`notify room, 'lost'`)
    await expect.poll(() => heard.gaps).toBe(1)
    await test.asOwner(`notify room, 'heard'`)
    await expect.poll(() => heard.messages).toEqual(['heard'])
  })

  it('closes its connection when it is stopped or the database is closed', async () => {
    await listen('room')
    const other = await openDatabase({ dataDir: '', databaseUrl: test.url, owner: 'other', log: () => {} })
    await other.listen('room', { onMessage: () => {}, onGap: () => {} })
    expect(await test.asOwner(`select 1 ${listeners}`)).toHaveLength(2)
    await opened.pop()?.close()
    await other.close()
    await expect.poll(() => test.asOwner(`select 1 ${listeners}`)).toEqual([])
  })

  it("receives the table and id of a changed row, but not the row's content", async () => {
    const heard = await listen('realtime')
    const id = crypto.randomUUID()
    await test.database.transaction('anon', {}, (tx) =>
      tx.query(...insertion('strategy_call_bookings', booking({ id }))),
    )
    await test.asOwner(`update strategy_call_bookings set status = 'cancelled' where id = $1`, [id])
    await test.database.transaction('anon', {}, (tx) => tx.query(...insertion('contact_messages', message())))
    await test.asOwner('delete from strategy_call_bookings where id = $1', [id])
    await expect.poll(() => heard.messages).toHaveLength(4)
    const told = heard.messages.map((text) => JSON.parse(text) as Record<string, unknown>)
    const change = { table: 'strategy_call_bookings', id, at: expect.any(String) }
    expect(told).toEqual([
      { ...change, type: 'INSERT' },
      { ...change, type: 'UPDATE' },
      { ...change, type: 'INSERT', table: 'contact_messages', id: expect.any(String) },
      { ...change, type: 'DELETE' },
    ])
    expect(Number.isNaN(Date.parse(String(told[0]?.at)))).toBe(false)
  })
})
