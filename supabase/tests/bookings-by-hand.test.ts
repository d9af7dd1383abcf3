import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { booking, hostForTest, insertion } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { hintOf } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')
await test.asOwner('update desk_settings set weekly_capacity = 200')
const host = await hostForTest(test)

describe('a booking by phone', () => {
  const known = {
    name: ' Thandi ',
    company: 'Karoo',
    phone: '+27 21 555 0100',
    email: '',
    note: 'Rings back.',
  }
  /** Returns 10:00 UTC on Wednesday, the given number of weeks after the current week. */
  const wednesday = (weeks: number) => {
    const day = new Date(Date.now() + weeks * 7 * 86_400_000)
    day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7) + 2)
    return `${day.toISOString().slice(0, 10)}T10:00:00Z`
  }
  const add = (
    id: string,
    start: string,
    { typed = known as object, isWish = false, anyway = false, who = agent } = {},
  ) => who.run('select add_booking($1, $2, $3, null, $4, $5)', [id, JSON.stringify(typed), start, isWish, anyway])
  const stored = async (id: string) =>
    (
      await test.asOwner<Record<string, unknown>>(
        `select name, email, status, source, assigned_to, entered_by, answered_at is not null as answered,
           array(select body from notes n where n.booking_id = b.id) as notes,
           array(select kind || coalesce(' > ' || recipient, '') from outbox o where o.booking_id = b.id order by 1) as letters
         from strategy_call_bookings b where id = $1`,
        [id],
      )
    )[0]

  it('is confirmed and assigned to an available host, and is stored only once even if it is sent repeatedly', async () => {
    const id = randomUUID()
    await add(id, wednesday(2))
    await add(id, wednesday(2))
    expect(await stored(id)).toEqual({
      name: 'Thandi',
      email: null,
      status: 'confirmed',
      source: 'telephone',
      assigned_to: host,
      entered_by: agent.id,
      answered: true,
      notes: ['Rings back.'],
      letters: ['call', `team-call > ${host}@desk.example`],
    })
  })

  it("has the caller's time zone, or the desk's time zone if the caller's time zone is unknown", async () => {
    await test.asOwner("update desk_settings set time_zone = 'Africa/Johannesburg'")
    const zoneOf = async (id: string) =>
      (await test.asOwner('select time_zone from strategy_call_bookings where id = $1', [id]))[0]?.time_zone
    const [told, untold] = [randomUUID(), randomUUID()]
    await add(told, wednesday(6), { typed: { ...known, time_zone: 'America/New_York' }, anyway: true })
    await add(untold, wednesday(7), { typed: { ...known, time_zone: ' ' }, anyway: true })
    await test.asOwner("update desk_settings set time_zone = 'UTC'")
    expect([await zoneOf(told), await zoneOf(untold)]).toEqual(['America/New_York', 'Africa/Johannesburg'])
  })

  it('counts as unanswered and triggers an email receipt if it is a request with an email address', async () => {
    const id = randomUUID()
    await add(id, wednesday(3), { typed: { ...known, email: 'thandi@company.example' }, isWish: true })
    expect(await stored(id)).toMatchObject({
      status: 'new',
      email: 'thandi@company.example',
      answered: false,
      letters: ['request-received'],
    })
  })

  it('is not stored if its time is refused or a form field is invalid', async () => {
    const night = wednesday(4).replace('T10', 'T03')
    const id = randomUUID()
    expect(await hintOf(add(id, night))).toBe('outside_hours')
    expect(await stored(id)).toBeUndefined()
    await add(id, night, { anyway: true })
    expect(await stored(id)).toMatchObject({ status: 'confirmed', assigned_to: agent.id })
    for (const [typed, start, code] of [
      [{ ...known, phone: '' }, wednesday(5), '23514'],
      [{ ...known, email: 'no address' }, wednesday(5), '23514'],
      [{ ...known, name: ' ' }, wednesday(5), '23514'],
      [known, '2020-01-01T10:00:00Z', '23514'],
    ] as const)
      expect(await hintOf(add(randomUUID(), start, { typed, isWish: true }))).toBe(code)
    const viewer = await deskMember(test, 'viewer')
    expect(await hintOf(add(randomUUID(), wednesday(5), { who: viewer }))).toBe('42501')
  })

  it("can omit fields that a visitor's booking requires, and can contain a member's id", async () => {
    const send = (change: object) =>
      hintOf(
        test.database.transaction('anon', {}, (tx) =>
          tx.query(...insertion('strategy_call_bookings', booking({ id: randomUUID(), ...change }))),
        ),
      )
    for (const name of ['email', 'phone', 'current_challenges', 'team_size'])
      expect([name, await send({ [name]: null })]).toEqual([name, '23502'])
    expect(await send({ entered_by: agent.id })).toBe('42501')
  })
})
