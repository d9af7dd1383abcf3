import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { sendRow } from './moving.ts'

const day = 86_400_000
/** Returns noon in UTC, the given number of days from today. */
const noon = (days: number) => new Date(Math.floor(Date.now() / day) * day + days * day + day / 2).toISOString()

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')

describe('the server', () => {
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from private.hosts')
    await test.asOwner('delete from outbox')
    await test.asOwner('select private.record_mail_service(true)')
    await test.asOwner('update desk_settings set weekly_capacity = 200, confirm_at_once = false, moves_at_once = false')
  })

  const host = (change = {}) => hostForTest(test, { hours: everyDay, ...change })
  let sent = 0
  /** Books a slot and opens the link that verifies the mailbox; `pickUnknown` does not open the link. */
  async function pick(preferred_time: string, change: Record<string, unknown> = {}) {
    const id = await pickUnknown(preferred_time, change)
    await prove(id)
    return id
  }
  function pickUnknown(preferred_time: string, change: Record<string, unknown> = {}) {
    sent += 1
    return sendRow(test, { preferred_time, picked: true, email: `stranger-${sent}@example.com`, ...change })
  }
  const outcome = async (id: string) => {
    const { rows } = await test.database.transaction('anon', {}, (tx) =>
      tx.query<{ told: { outcome: string; next: string[] } }>(`select picked_time($1) as told`, [id]),
    )
    return rows[0]?.told
  }
  /** Acts like the button on the page to which the email links. */
  const prove = (id: string) =>
    test.database.transaction('backline_call_page', {}, (tx) => tx.query('select private.confirm_mailbox($1)', [id]))
  const stored = async (id: string) => {
    const [row] = await test.asOwner(
      'select status, lower(confirmed) as starts, assigned_to from strategy_call_bookings where id = $1',
      [id],
    )
    return row
  }
  const kinds = async (id: string) =>
    (await test.asOwner<{ kind: string }>('select kind from outbox where booking_id = $1 order by 1', [id])).map(
      ({ kind }) => kind,
    )
  const move = async (id: string, seen: string, target: string, status = 'confirmed') => {
    const [row] = await test.asOwner<{ said: string }>('select private.move_call($1, $2, $3, $4, now()) as said', [
      id,
      status,
      seen,
      target,
    ])
    return row?.said
  }

  it('holds a slot for the first request whose mailbox is verified', async () => {
    await host()
    await test.asOwner('update desk_settings set weekly_capacity = 1, confirm_at_once = true')
    const [first, second] = [await pickUnknown(noon(2)), await pickUnknown(noon(2))]
    for (const id of [first, second]) {
      expect(await outcome(id)).toEqual({ outcome: 'available', next: [] })
      expect(await stored(id)).toMatchObject({ status: 'new' })
      expect(await kinds(id)).toContain('request-received')
    }
    expect(await test.asOwner('select from private.call_holds')).toEqual([])
    await test.asOwner('update desk_settings set confirm_at_once = false')
    await prove(second)
    expect((await outcome(second))?.outcome).toBe('held')
    await prove(first)
    const late = await outcome(first)
    expect([late?.outcome, late?.next.includes(noon(2)), (await stored(first))?.status]).toEqual([
      'taken',
      false,
      'new',
    ])
  })

  it('confirms a slot automatically once the mailbox is verified, except for suspected spam', async () => {
    await host()
    await test.asOwner('update desk_settings set confirm_at_once = true')
    const email = 'late@example.com'
    const bot = await pickUnknown(noon(3), { email, budget_note: 'cheap' })
    const id = await pickUnknown(noon(2), { email })
    await prove(id)
    await prove(id)
    expect((await stored(id))?.status).toBe('confirmed')
    expect(await outcome(id)).toEqual({ outcome: 'requested', next: [] })
    expect((await kinds(id)).filter((kind) => kind === 'call')).toHaveLength(1)
    expect(await stored(bot)).toMatchObject({ status: 'spam?', starts: null })
  })

  it('[R1] neither holds nor confirms a slot if the visitor verified the mailbox only for an earlier request', async () => {
    await host()
    await test.asOwner('update desk_settings set confirm_at_once = true')
    const email = 'known@example.com'
    const proven = await pick(noon(2), { email })
    const typed = await pickUnknown(noon(3), { email })
    expect([(await stored(proven))?.status, (await stored(typed))?.status]).toEqual(['confirmed', 'new'])
    expect(await test.asOwner('select from private.call_holds where booking = $1', [typed])).toEqual([])
  })

  it('holds slots if no mail server is set up, but does not confirm bookings or count them toward the weekly capacity', async () => {
    await host()
    await test.asOwner('update desk_settings set weekly_capacity = 1, confirm_at_once = true')
    await test.asOwner('select private.record_mail_service(false)')
    const told = []
    for (const hours of [0, 0, 1]) {
      const time = new Date(Date.parse(noon(2)) + hours * 3_600_000).toISOString()
      told.push((await outcome(await pickUnknown(time)))?.outcome)
    }
    expect(told).toEqual(['held', 'taken', 'held'])
    expect(await test.asOwner("select from strategy_call_bookings where status <> 'new'")).toEqual([])
  })

  it('holds a slot twice, once for each host, if two hosts are available', async () => {
    await host()
    await host()
    const ids = [await pick(noon(2)), await pick(noon(2)), await pick(noon(2))]
    const told = await Promise.all(ids.map(outcome))
    expect(told.map((one) => one?.outcome)).toEqual(['held', 'held', 'taken'])
    const held = await test.asOwner('select distinct host from private.call_holds')
    expect(held).toHaveLength(2)
  })

  it('holds a slot until the request is answered or the hold expires', async () => {
    await host()
    const first = await pick(noon(2))
    await agent.run("select move_booking($1, 'new', 'cancelled')", [first])
    const second = await pick(noon(2))
    expect((await outcome(second))?.outcome).toBe('held')
    await test.asOwner("update private.call_holds set until = now() - interval '1 second'")
    expect((await outcome(await pick(noon(2))))?.outcome).toBe('held')
    expect((await outcome(second))?.outcome).toBe('taken')
  })

  it('holds no slot for suspected spam, and at most three slots for a mailbox', async () => {
    await host()
    const bot = await pick(noon(2), { budget_note: 'cheap' })
    expect((await outcome(bot))?.outcome).toBe('available')
    expect(await test.asOwner('select from private.call_holds')).toEqual([])
    const email = 'same@example.com'
    const told = []
    for (const days of [2, 3, 4, 5]) told.push(await outcome(await pick(noon(days), { email })))
    expect(told.map((one) => one?.outcome)).toEqual(['held', 'held', 'held', 'available'])
  })

  it('holds no slot if the time was typed or is unavailable', async () => {
    await host()
    const odd = new Date(Date.parse(noon(2)) + 60_000).toISOString()
    expect((await outcome(await pick(odd)))?.outcome).toBe('taken')
    expect(await outcome(await pick(noon(2), { picked: false }))).toEqual({ outcome: 'unpicked', next: [] })
  })

  it('confirms a request for a slot at once, and sends an invitation, if automatic confirmation is enabled', async () => {
    const id = await host()
    await test.asOwner('update desk_settings set confirm_at_once = true')
    const picked = await pick(noon(2))
    expect(await stored(picked)).toEqual({
      status: 'confirmed',
      starts: new Date(noon(2)),
      assigned_to: id,
    })
    expect(await kinds(picked)).toEqual(['call', 'request-received', 'team-call'])
    expect(await test.asOwner('select from private.call_holds')).toEqual([])
    const late = await pick(noon(2))
    expect((await stored(late))?.status).toBe('new')
    expect(await kinds(late)).toContain('request-received')
  })

  it('lets a visitor move a call to another slot only if the desk settings allow the move', async () => {
    const one = await host()
    await test.asOwner('update desk_settings set confirm_at_once = true, move_notice_minutes = 60, most_moves = 2')
    const id = await pick(noon(2))
    expect(await move(id, noon(2), noon(3))).toBe('off')
    await test.asOwner('update desk_settings set moves_at_once = true')
    await pick(noon(4))
    expect(await move(id, noon(2), noon(4))).toBe('taken')
    expect(await move(id, noon(2), noon(2))).toBe('same')
    expect(await move(id, noon(5), noon(3))).toBe('changed')
    expect(await move(id, noon(2), noon(3))).toBe('done')
    expect(await move(id, noon(2), noon(3))).toBe('done')
    expect(await stored(id)).toEqual({ status: 'confirmed', starts: new Date(noon(3)), assigned_to: one })
    expect(await move(id, noon(3), noon(5))).toBe('done')
    expect(await move(id, noon(5), noon(6))).toBe('often')
    await test.asOwner('update desk_settings set most_moves = 9, move_notice_minutes = 20160')
    expect(await move(id, noon(5), noon(6))).toBe('late')
  })

  it('moves the hold when a visitor moves a request to another slot', async () => {
    await host()
    const id = await pick(noon(2))
    expect(await move(id, noon(2), noon(3), 'new')).toBe('done')
    const held = await test.asOwner<{ at: Date }>('select lower(slot) as at from private.call_holds')
    expect(held.map(({ at }) => at.toISOString())).toEqual([noon(3)])
  })

  it("suggests the host who has gone longest without a call, and reports other hosts' overlapping calls", async () => {
    const [one, two] = [await host(), await host()]
    const id = await pick(noon(2), { picked: false })
    await test.asOwner("update private.hosts set last_given_at = now() - interval '1 day' where id = $1", [one])
    const ask = async () => {
      const [row] = await agent.run<{ hosts: { id: string; reasons: string[]; is_proposed: boolean }[] }>(
        'select hosts_for_call($1, $2) as hosts',
        [id, noon(2)],
      )
      return row?.hosts.map((host) => [host.id, host.reasons, host.is_proposed])
    }
    expect(await ask()).toEqual([
      [two, [], true],
      [one, [], false],
    ])
    const other = await pick(noon(2), { picked: false })
    await agent.run("select move_booking($1, 'new', 'confirmed', call_start => $2, host => $3)", [other, noon(2), two])
    expect(await ask()).toEqual([
      [one, [], true],
      [two, ['overlap'], false],
    ])
    await agent.run("select move_booking($1, 'new', 'confirmed', call_start => $2, host => $3)", [id, noon(2), one])
    await expect(agent.run('select reassign_call($1, $2, $3, true)', [id, one, two])).rejects.toMatchObject({
      hint: 'overlap',
    })
    await expect(
      agent.run('update strategy_call_bookings set assigned_to = $2 where id = $1', [id, two]),
    ).rejects.toMatchObject({ hint: 'overlap' })
    const third = await host()
    await agent.run('select reassign_call($1, $2, $3)', [id, one, third])
    expect(await stored(id)).toMatchObject({ assigned_to: third })
    await expect(agent.run('select reassign_call($1, $2, $3)', [id, one, two])).rejects.toMatchObject({
      hint: 'changed',
    })
  })

  it('suggests the host of a held slot to members even if the call is longer than the slot', async () => {
    await host()
    const id = await pick(noon(2))
    const [hold] = await test.asOwner<{ host: string }>('select host from private.call_holds where booking = $1', [id])
    await test.asOwner('update private.hosts set last_given_at = now()')
    await host()
    const ask = async (minutes: number, at: string) => {
      const [row] = await agent.run<{ hosts: { id: string; is_held: boolean; is_proposed: boolean }[] }>(
        'select hosts_for_call($1, $2, $3) as hosts',
        [id, at, minutes],
      )
      return row?.hosts ?? []
    }
    const hosts = await ask(60, noon(2))
    expect(hosts.map(({ is_held }) => is_held)).toEqual([true, false])
    expect(hosts[0]).toMatchObject({ id: hold?.host, is_proposed: true })
    expect((await ask(30, noon(3))).map(({ is_held }) => is_held)).toEqual([false, false])
  })
})
