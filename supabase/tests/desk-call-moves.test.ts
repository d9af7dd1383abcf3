import { afterAll, describe, expect, it } from 'vitest'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { hintOf, move, storeRow, verdict } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
await test.asOwner('update desk_settings set weekly_capacity = 200')

describe('the database', () => {
  const row = (change = {}) => storeRow(test, change)
  const stored = async (id: string) =>
    (await test.asOwner('select * from strategy_call_bookings where id = $1', [id]))[0] as Record<string, unknown>
  const logged = (id: string) =>
    test.asOwner('select actor, action, details from audit_log where subject_id = $1 order by id', [id])

  it("refuses to mark a call as completed or as a no-show until the call has started according to the database's clock", async () => {
    const [clock] = await test.asOwner<{ hour: Date }>(`select date_trunc('minute', now()) as hour`)
    const at = (minutes: number) => new Date(Number(clock?.hour) + minutes * 60_000).toISOString()
    const call = (begins: number, status = 'confirmed') =>
      row({ status, confirmed: `[${at(begins)},${at(begins + 30)})` })
    const begun = await call(-30)
    const coming = await call(2)
    for (const to of ['completed', 'no-show']) {
      expect(await verdict(move(agent, coming, 'confirmed', to))).toMatchObject({
        hint: 'not_begun',
        details: { starts: expect.stringContaining(at(2).slice(0, 16)) },
      })
      for (const role of ['service_role', 'owner'] as const) {
        const sql = 'update strategy_call_bookings set status = $2 where id = $1'
        const byHand =
          role === 'owner'
            ? test.asOwner(sql, [coming, to])
            : test.database.transaction(role, {}, (tx) => tx.query(sql, [coming, to]))
        await expect(byHand).rejects.toMatchObject({ code: 'PT409', hint: 'not_begun' })
      }
    }
    expect((await stored(coming)).status).toBe('confirmed')
    expect(await verdict(move(agent, begun, 'confirmed', 'completed'))).toBe('done')
    // A call that was marked too early can be moved back.
    const marked = await call(60 * 24 * 5, 'completed')
    expect(await hintOf(move(agent, marked, 'completed', 'no-show'))).toBe('not_begun')
    const back = { call_start: at(60 * 24 * 5), anyway: true }
    expect(await verdict(move(agent, marked, 'completed', 'confirmed', back))).toBe('done')
  })

  it('assigns an unassigned call to the member who confirms it, and does not reassign an assigned call', async () => {
    const owner = await deskMember(test, 'owner')
    const hostOf = async (id: string) => (await stored(id)).assigned_to
    const [nobodys, hers] = [await row(), await row()]
    await agent.run('update strategy_call_bookings set assigned_to = $2 where id = $1', [hers, owner.id])
    await move(agent, nobodys, 'new', 'confirmed', { call_start: '2030-05-06T10:00:00Z' })
    await move(agent, hers, 'new', 'confirmed', { call_start: '2030-05-06T11:00:00Z' })
    expect([await hostOf(nobodys), await hostOf(hers)]).toEqual([agent.id, owner.id])
    expect(await logged(nobodys)).toMatchObject([
      { actor: agent.id, action: 'booking_assigned', details: { from: null, to: agent.id } },
      { actor: agent.id, action: 'booking_moved', details: { from: 'new', to: 'confirmed' } },
    ])
    // An agent who later moves the call does not become its host.
    const later = { call_start: '2030-05-07T10:00:00Z', expected_time: '2030-05-06T10:00:00Z' }
    await move(owner, nobodys, 'confirmed', 'confirmed', later)
    expect(await hostOf(nobodys)).toBe(agent.id)

    // A call without a host belongs to the team. Undoing a mark does not assign the call; setting a new time
    // assigns the call to the agent.
    const teams = await row({
      status: 'completed',
      confirmed: '[2021-05-06 10:00Z,2021-05-06 10:30Z)',
    })
    const same = { call_start: '2021-05-06T10:00:00Z', anyway: true }
    await move(agent, teams, 'completed', 'confirmed', same)
    expect(await hostOf(teams)).toBeNull()
    await move(agent, teams, 'confirmed', 'confirmed', {
      call_start: '2030-05-08T10:00:00Z',
      expected_time: same.call_start,
    })
    expect(await hostOf(teams)).toBe(agent.id)
  })

  it('changes the time of a confirmed call only if the member saw the latest confirmed time', async () => {
    const id = await row()
    const at = (time: string, expected_time: string | null) =>
      verdict(move(agent, id, 'confirmed', 'confirmed', { call_start: time, expected_time }))
    await move(agent, id, 'new', 'confirmed', { call_start: '2030-03-05T10:00:00Z' })
    expect(await at('2030-03-05T11:00:00Z', null)).toBe('22023')
    expect(await at('2030-03-05T11:00:00Z', '2030-03-05T10:00:00Z')).toBe('done')
    expect(await at('2030-03-05T12:00:00Z', '2030-03-05T10:00:00Z')).toMatchObject({ hint: 'changed' })
    // A call with a new time cannot be marked as completed.
    const late = move(agent, id, 'confirmed', 'completed', { expected_time: '2030-03-05T10:00:00Z' })
    expect(await hintOf(late)).toBe('changed')
  })

  it('refuses to confirm a request if the visitor has changed the requested time since the member saw it', async () => {
    const wish = '2030-04-02T10:00:00Z'
    const id = await row({ preferred_time: wish })
    await test.asOwner(`update strategy_call_bookings set preferred_time = '2030-04-03T10:00Z' where id = $1`, [id])
    const confirm = (expected_time: string) =>
      verdict(move(agent, id, 'new', 'confirmed', { call_start: wish, expected_time }))
    expect(await confirm(wish)).toMatchObject({ hint: 'changed', details: { status: 'new' } })
    expect(await confirm('2030-04-03T10:00:00Z')).toBe('done')
  })

  it('lets a member decline or override a proposal only if the member saw that proposal', async () => {
    const [wish, other] = ['2030-04-04T10:00:00Z', '2030-04-05T10:00:00Z']
    const start = { call_start: wish, expected_time: '2030-04-03T10:00:00Z', anyway: true }
    const call = async (proposed: string) => {
      const id = await row()
      await move(agent, id, 'new', 'confirmed', { call_start: start.expected_time, anyway: true })
      await test.asOwner(
        'update strategy_call_bookings set proposed_time = $2, unanswered_since = now() where id = $1',
        [id, proposed],
      )
      return id
    }
    const id = await call(other)
    for (const seen of [wish, null]) {
      for (const to of ['confirmed', 'cancelled']) {
        const more = { ...start, expected_proposal: seen }
        expect(await verdict(move(agent, id, 'confirmed', to, more))).toEqual({
          hint: 'proposal_changed',
          details: { proposed: expect.stringContaining('2030-04-05T10:00:00') },
        })
      }
    }
    const declined = (proposed: string) => verdict(agent.run('select decline_proposal($1, $2)', [id, proposed]))
    expect(await declined(wish)).toMatchObject({ hint: 'proposal_changed' })
    expect(await declined(other)).toBe('done')
    expect(await declined(other)).toEqual({ hint: 'proposal_changed', details: { proposed: null } })
    // A move without an expected proposal is accepted.
    expect(await verdict(move(agent, id, 'confirmed', 'cancelled'))).toBe('done')
    const seen = await call(other)
    const more = { ...start, expected_proposal: other }
    expect(await verdict(move(agent, seen, 'confirmed', 'confirmed', more))).toBe('done')
  })

  it('refuses a call if its start is missing or infinite, or if its length is invalid', async () => {
    const id = await row()
    for (const change of [
      {},
      { call_start: 'infinity' },
      { call_start: '2030-03-05T10:00:00Z', call_minutes: 4 },
      { call_start: '2030-03-05T10:00:00Z', call_minutes: 481 },
    ])
      expect(await verdict(move(agent, id, 'new', 'confirmed', change))).toBe('22023')
    expect((await stored(id)).status).toBe('new')
    await move(agent, id, 'new', 'confirmed', { call_start: '2030-03-06T10:00:59.9Z', call_minutes: 45 })
    const { confirmed, call_at } = await stored(id)
    expect([confirmed, (call_at as Date).toISOString()]).toEqual([
      '["2030-03-06 10:00:00+00","2030-03-06 10:45:00+00")',
      '2030-03-06T10:00:00.000Z',
    ])
  })

  it("does not deadlock when calls are reassigned while their hosts' meeting places change", async () => {
    const hosts = [await hostForTest(test), await hostForTest(test)]
    const owner = await deskMember(test, 'owner')
    for (const [index] of Array.from({ length: 6 }).entries()) {
      const starts = new Date(Date.UTC(2031, 0, 1 + index, 10)).getTime()
      const span = `[${new Date(starts).toISOString()},${new Date(starts + 1_800_000).toISOString()})`
      await row({ status: 'confirmed', confirmed: span, assigned_to: hosts[index % 2] })
    }
    const settings = { takes_calls: true, time_zone: 'UTC', daily_most: null, hours: [], dates: [] }
    const breaks = { break_before: 0, break_after: 0, notice_minutes: 0 }
    for (let round = 0; round < 12; round++) {
      const place = { place: 'link', link: `https://meet.example/${round}` }
      const saved = await test.asOwner<{ id: string; at: string }>(
        'select id, updated_at::text as at from private.hosts where id = any ($1)',
        [hosts],
      )
      const calls = await test.asOwner<{ id: string; by: string }>(
        'select id, assigned_to as by from strategy_call_bookings where assigned_to = any ($1)',
        [hosts],
      )
      await Promise.all([
        ...saved.map(({ id, at }) =>
          owner.run('select save_host($1, $2, $3)', [id, JSON.stringify({ ...settings, ...breaks, ...place }), at]),
        ),
        ...calls.map(({ id, by }) =>
          owner.run('select reassign_call($1, $2, $3, true)', [id, by, hosts.find((other) => other !== by)]),
        ),
      ])
    }
    expect(await test.asOwner('select from private.hosts where link like $1', ['%/11'])).toHaveLength(2)
  })
})
