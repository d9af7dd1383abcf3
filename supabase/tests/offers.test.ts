import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { everyDay, hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { hintOf, move, storeRow } from './moving.ts'

const day = 86_400_000
const minute = 60_000
/** Returns noon in UTC, the given number of days from today, plus the given minutes. */
const noon = (days: number, minutes = 0) =>
  new Date(Math.floor(Date.now() / day) * day + days * day + day / 2 + minutes * minute).toISOString()

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
await test.asOwner('update desk_settings set weekly_capacity = 200')

describe('the server', () => {
  let host: string
  beforeEach(async () => {
    await test.asOwner('delete from strategy_call_bookings')
    await test.asOwner('delete from private.hosts')
    host = await hostForTest(test, { hours: everyDay })
  })

  const asked = (change = {}) => storeRow(test, { preferred_time: noon(4), ...change })
  const offer = (id: string, times: string[], { status = 'new', at = noon(4), who = agent } = {}) =>
    hintOf(who.run('select offer_times($1, $2, $3, $4)', [id, status, at, times]))
  const withdraw = (id: string) => hintOf(agent.run('select withdraw_offer($1)', [id]))
  const pick = async (id: string, target: string, seen = { status: 'new', at: noon(4) }) =>
    (
      await test.asOwner<{ said: string }>('select private.move_call($1, $2, $3, $4, now()) as said', [
        id,
        seen.status,
        seen.at,
        target,
      ])
    )[0]?.said
  const stands = async (id: string) =>
    (
      await test.asOwner(
        `select status, lower(confirmed) as starts, assigned_to, answered_at is not null as answered, proposed_time,
           (select count(*)::int from private.call_holds c where c.booking = b.id and c.is_offered) as offered,
           array(select kind || ' ' || state from outbox o where o.booking_id = b.id and o.recipient is null and o.kind <> 'request-received') as letters
         from strategy_call_bookings b where id = $1`,
        [id],
      )
    )[0]
  const isFree = async (at: string) =>
    (await test.asOwner<{ host: string | null }>('select private.available_host($1, now(), 30, null) as host', [at]))[0]
      ?.host === host

  it('holds the offered times until the visitor accepts one, and then releases the others', async () => {
    const id = await asked()
    expect(await offer(id, [noon(5), noon(6), noon(7)])).toBe('done')
    expect(await stands(id)).toMatchObject({
      status: 'new',
      answered: true,
      offered: 3,
      letters: ['times-offered waiting'],
    })
    expect([await isFree(noon(5)), await isFree(noon(5, 30))]).toEqual([false, true])
    // Verifying the mailbox or reading the page does not free these slots.
    await test.asOwner('select private.confirm_mailbox($1)', [id])
    expect(await pick(id, noon(6))).toBe('done')
    expect(await pick(id, noon(6))).toBe('done')
    expect(await stands(id)).toMatchObject({
      status: 'confirmed',
      starts: new Date(noon(6)),
      assigned_to: host,
      offered: 0,
      letters: ['times-offered waiting', 'call waiting'],
    })
    expect(await isFree(noon(5))).toBe(true)
  })

  it('restores a proposal when the team withdraws the offer that replaced it', async () => {
    const confirmed = await asked({
      assigned_to: host,
      confirmed: `[${noon(4)},${noon(4, 30)})`,
      status: 'confirmed',
    })
    await test.asOwner('update strategy_call_bookings set proposed_time = $2, unanswered_since = now() where id = $1', [
      confirmed,
      noon(8),
    ])
    await offer(confirmed, [noon(5), noon(6)], { status: 'confirmed' })
    expect(await stands(confirmed)).toMatchObject({ proposed_time: null, offered: 2 })
    await withdraw(confirmed)
    expect(await stands(confirmed)).toMatchObject({ status: 'confirmed', proposed_time: new Date(noon(8)) })
    await offer(confirmed, [noon(5), noon(6)], { status: 'confirmed' })
    expect(await pick(confirmed, noon(5), { status: 'confirmed', at: noon(4) })).toBe('done')
    expect(await stands(confirmed)).toMatchObject({ status: 'confirmed', starts: new Date(noon(5)) })
  })

  it('lets a new offer replace an unsent offer, and withdraws both offers if a member undoes the new one', async () => {
    const id = await asked()
    await offer(id, [noon(5), noon(6)])
    expect(await offer(id, [noon(6), noon(7), noon(8)])).toBe('done')
    expect(await stands(id)).toMatchObject({ answered: true, offered: 3, letters: ['times-offered waiting'] })
    await withdraw(id)
    expect(await stands(id)).toMatchObject({ answered: false, offered: 0, letters: [] })
    expect(await withdraw(id)).toBe('changed')
  })

  it('lets an offer expire when its deadline passes, or as soon as a member confirms another time', async () => {
    const lapsed = await asked()
    await offer(lapsed, [noon(5), noon(6)])
    await test.asOwner("update private.call_holds set until = now() - interval '1 second'")
    expect(await isFree(noon(5))).toBe(true)
    const other = await asked()
    await offer(other, [noon(5), noon(6)])
    await move(agent, other, 'new', 'confirmed', { call_start: noon(9), anyway: true })
    expect(await stands(other)).toMatchObject({ status: 'confirmed', offered: 0 })
    expect(await pick(other, noon(5))).toBe('changed')
  })

  it('refuses an offered time if its host has another call at that time or no longer takes calls', async () => {
    const id = await asked()
    await offer(id, [noon(5), noon(6)])
    const other = await asked({ email: 'other@example.com' })
    await move(agent, other, 'new', 'confirmed', { call_start: noon(5), anyway: true, host })
    expect(await pick(id, noon(5))).toBe('taken')
    await test.asOwner('update private.hosts set takes_calls = false')
    expect(await pick(id, noon(6))).toBe('taken')
  })

  it('accepts an offer only if it has two or three available, separate times and is based on the current booking', async () => {
    const id = await asked()
    const other = await asked({ email: 'other@example.com' })
    await offer(other, [noon(5), noon(6)])
    expect([
      await offer(id, [noon(5), noon(7)]),
      await offer(id, [noon(7), noon(7, 15)]),
      await offer(id, [noon(7)]),
      await offer(id, [noon(7), noon(8)], { at: noon(3) }),
      await offer(id, [noon(7), noon(8)], { who: await deskMember(test, 'viewer') }),
    ]).toEqual(['taken', 'taken', '22023', 'changed', '42501'])
    expect(await stands(id)).toMatchObject({ answered: false, offered: 0, letters: [] })
  })
})
