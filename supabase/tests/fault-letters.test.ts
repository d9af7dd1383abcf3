import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'

const team = ['desk@backline.example', 'second@backline.example']
const now = Date.parse('2027-03-10T12:00:00Z')
const hour = 3_600_000

const test = await testDatabase()
afterAll(() => test.close())
await test.asOwner('update desk_settings set answer_mailboxes = $1', [team])

describe('the check for frequent errors', () => {
  beforeEach(() => test.asOwner('delete from user_interactions; delete from outbox'))

  const threw = { code: 'uncaught', place: 'home', cause: 'TypeError main-a.js:1:2', release: 'r1' }

  /** Stores one error for each of several visits, which took place the given number of hours ago. */
  const met = (visits: number, hoursAgo = 0.5, fault: object = {}, more = { event_type: 'error', is_bot: false }) =>
    test.asOwner(
      `insert into user_interactions (created_at, session_id, event_type, event_data, is_bot)
       select $1::timestamptz + n * interval '1 second', gen_random_uuid(), $2, $3, $4 from generate_series(1, $5::int) n`,
      [new Date(now - hoursAgo * hour), more.event_type, { ...threw, ...fault }, more.is_bot, visits],
    )
  const look = async (hours = 0): Promise<number> => {
    const [row] = await test.database.transaction('backline_outbox', {}, async (tx) => {
      const at = new Date(now + hours * hour)
      return (await tx.query<{ count: number }>('select private.plan_fault_letter($1) as count', [at])).rows
    })
    return row?.count ?? -1
  }
  const written = () =>
    test.asOwner<{ recipient: string; facts: Record<string, unknown> }>(
      "select recipient, facts from outbox where kind = 'team-fault' and channel = 'letter' order by created_at, recipient",
    )

  it('emails each team mailbox about an error that occurs in five visits within an hour', async () => {
    await met(4)
    await met(20, 0.5, {}, { event_type: 'page_view', is_bot: false })
    expect(await look()).toBe(0)
    await met(2, 0.4, { place: 'about', cause: '' })
    expect(await look()).toBe(2)
    const rows = await written()
    expect(rows.map(({ recipient }) => recipient)).toEqual(team)
    expect(rows[0]?.facts).toEqual({
      ...threw,
      visits: 6,
      of: 26,
      usual: 0,
      since: '2027-03-10T11:30:01+00:00',
      at: '2027-03-10T12:00:00+00:00',
    })
  })

  it('ignores refusals, errors from bots and team members, and errors older than an hour', async () => {
    await met(9, 0.5, { code: '23514', fields: [] })
    await met(9, 0.5, {}, { event_type: 'error', is_bot: true })
    await met(9, 0.5, { team: true })
    await met(9, 1.2)
    expect(await look()).toBe(0)
  })

  it('emails the team only if an error is more than three times as frequent as in the week before', async () => {
    // Two visits in each hour of the previous seven days.
    for (let ago = 1.5; ago < 169; ago++) await met(2, ago, { release: 'r0' })
    await met(6)
    expect(await look()).toBe(0)
    await met(1)
    expect(await look()).toBe(2)
    expect((await written())[0]?.facts).toMatchObject({ release: 'r1', visits: 7, usual: 2 })
  })

  it('emails the team at most once a day about the same error code and release', async () => {
    await met(9)
    expect(await look()).toBe(2)
    expect(await look(0.1)).toBe(0)
    await met(9, 0.5, { release: 'r2' })
    expect(await look(0.2)).toBe(2)
    await met(50, -20)
    expect(await look(20.5)).toBe(0)
    await met(50, -24.2)
    expect(await look(24.5)).toBe(2)
  })

  it('emails the team about the most frequent errors first, and at most three times a day', async () => {
    for (let release = 1; release <= 6; release++) await met(5 + release, 0.5, { release: `made up ${release}` })
    expect([await look(), await look(), await look(0.1), await look(0.2)]).toEqual([2, 2, 2, 0])
    const releases = (await written()).map(({ facts }) => facts.release)
    expect(new Set(releases)).toEqual(new Set(['made up 6', 'made up 5', 'made up 4']))
  })

  it('queues one email for each mailbox if several processes check at the same time', async () => {
    await met(9)
    await Promise.all([look(), look(), look(0.0001)])
    expect(await written()).toHaveLength(2)
  })
})
