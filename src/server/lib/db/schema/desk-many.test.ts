import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { hintOf } from '#server/lib/db/migrating/moving.ts'
import { type DeskPerson, deskPerson, type TestDatabase, testDatabase } from '#server/lib/db/testing.ts'
import { booking, insertion, message } from './visitor-rows.ts'

describe.each(inject('servers'))('many rows at once on %s', (server) => {
  let test: TestDatabase
  let agent: DeskPerson
  let rival: DeskPerson
  beforeAll(async () => {
    test = await testDatabase(server)
    agent = await deskPerson(test, 'agent')
    rival = await deskPerson(test, 'owner')
  })
  afterAll(() => test.close())

  const lists = [
    ['bookings', 'strategy_call_bookings', booking],
    ['messages', 'contact_messages', message],
  ] as const
  const change = (who: DeskPerson, list: string, act: string, rows: readonly object[]) =>
    who.run<{ id: string }>('select jsonb_array_elements_text(change_many($1, $2, $3)) as id order by 1', [
      list,
      act,
      JSON.stringify(rows),
    ])

  it.each(lists)(
    '%s are moved, given and put back where they are as they were seen',
    async (list, table, made) => {
      const ids = ['a', 'b', 'c', 'd'].map((digit) => `${digit}${randomUUID().slice(1)}`)
      for (const [at, id] of ids.entries())
        await test.asOwner(...insertion(table, made({ id, status: ['new', 'spam?', 'new', 'spam'][at] })))
      const values = async (column: string) =>
        (await test.asOwner(`select ${column} as value from ${table} order by id`)).map(({ value }) => value)
      const first = ids.slice(0, 2).map((id) => ({ id }))
      await change(rival, list, 'move', [{ id: ids[2], from: 'new', to: 'spam' }])
      const moves = ids.map((id, at) => ({ id, from: at === 1 ? 'spam?' : 'new', to: 'spam' }))
      expect(await change(agent, list, 'move', [...moves, { ...moves[0], id: randomUUID() }])).toEqual(first)
      // Neither what was spam before nor what the rival moved.
      expect(
        await change(
          agent,
          list,
          'undo',
          ids.map((id) => ({ id, from: 'spam' })),
        ),
      ).toEqual(first)
      expect(await values('status')).toEqual(['new', 'spam?', 'spam', 'spam'])

      await change(agent, list, 'assign', [{ id: ids[1], from: null, to: rival.id }])
      const given = ids.slice(0, 2).map((id) => ({ id, from: null, to: agent.id }))
      expect(await change(agent, list, 'assign', given)).toEqual(first.slice(0, 1))
      await change(agent, list, 'assign', [{ id: ids[0], from: agent.id, to: null }])
      expect(await values('assigned_to')).toEqual([null, rival.id, null, null])
      const viewer = await deskPerson(test, 'viewer')
      expect(await change(agent, list, 'assign', [{ id: ids[0], from: null, to: viewer.id }])).toEqual([])

      const exported = await agent.run(`select id from export_${list}(ids => $1) order by 1`, [
        ids.slice(0, 2),
      ])
      expect(exported).toEqual(first)
      expect(await test.asOwner('select action, details from audit_log order by id desc limit 1')).toEqual([
        { action: `${list}_exported`, details: { rows: 2, from: null, to: null } },
      ])
    },
  )

  it('a confirmed call is passed on one by one, and five hundred rows are the most', async () => {
    const id = randomUUID()
    const confirmed = '[2031-01-01 10:00Z,2031-01-01 10:30Z)'
    await test.asOwner(
      ...insertion('strategy_call_bookings', booking({ id, status: 'confirmed', confirmed })),
    )
    expect(await change(agent, 'bookings', 'assign', [{ id, from: null, to: agent.id }])).toEqual([])
    expect(await hintOf(change(agent, 'messages', 'move', Array(501).fill({ id, from: 'new' })))).toBe(
      '22023',
    )
    await test.asOwner(
      `insert into contact_messages (name, email, company, message, inquiry_type)
       select 'Many', 'many@example.com', 'Many', 'x', 'other' from generate_series(1, 510)`,
    )
    expect(
      await agent.run(
        `select jsonb_array_length(l -> 'rows') as count, l -> 'total' as total
         from list_messages('{"most": 1000, "term": "many@example.com"}') l`,
      ),
    ).toEqual([{ count: 500, total: 510 }])
  })
})
