import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { zoneNames } from '#shared/lib/time-zone.ts'
import { hostForTest } from './hosts-testing.ts'
import { type DeskPerson, deskPerson, type TestDatabase, testDatabase } from './testing.ts'

describe.each(inject('servers'))('hosts on %s', (server) => {
  let test: TestDatabase
  let agent: DeskPerson
  beforeAll(async () => {
    test = await testDatabase(server)
    agent = await deskPerson(test, 'agent')
  })
  afterAll(() => test.close())

  it('are saved as a whole, by themselves, and refused in the words of a form', async () => {
    const settings = {
      takes_calls: true,
      time_zone: 'Africa/Johannesburg',
      place: 'link',
      link: ' https://meet.example/ada ',
      break_before: 5,
      break_after: 10,
      notice_minutes: 60,
      daily_most: null,
      hours: [
        { weekday: 1, opens: '09:00', closes: '12:00' },
        { weekday: 1, opens: '13:00', closes: '24:00' },
      ],
      dates: [{ day: '2030-01-07', opens: null, closes: null }],
    }
    const save = async (change: object, seen: string | null, of: string = agent.id) => {
      const [row] = await agent.run<{ saved: Record<string, unknown> }>(
        'select save_host($1, $2, $3) as saved',
        [of, JSON.stringify({ ...settings, ...change }), seen],
      )
      return row?.saved
    }
    const saved = await save({}, null)
    expect(saved).toMatchObject({
      ...settings,
      link: 'https://meet.example/ada',
      hours: [
        { weekday: 1, opens: '09:00:00', closes: '12:00:00' },
        { opens: '13:00:00', closes: '24:00:00' },
      ],
    })
    await expect(save({}, null)).rejects.toMatchObject({ hint: 'changed' })
    const seen = String(saved?.updated_at)
    await expect(save({ time_zone: 'Mars/Base' }, seen)).rejects.toMatchObject({
      constraint: 'hosts_time_zone_check',
    })
    const unknown =
      'select from unnest($1::text[]) name where name not in (select z.name from pg_timezone_names z)'
    expect(await agent.run(unknown, [zoneNames('UTC')]), 'every zone to choose from is one here').toEqual([])
    await expect(save({ link: null }, seen)).rejects.toMatchObject({ constraint: 'hosts_link_check' })
    await expect(save({ hours: [...settings.hours, settings.hours[0]] }, seen)).rejects.toMatchObject({
      constraint: 'hosts_hours_check',
      detail: '{"field": "hours"}',
    })
    const [free] = await agent.run<{ free: { zone: string; monday: string; times: string[] } }>(
      'select free_times_of_host($1) as free',
      [agent.id],
    )
    const monday = free?.free.monday
    expect(free?.free.zone).toBe('Africa/Johannesburg')
    // 09:00 to 11:30 and 13:00 to 23:30 by a clock two hours ahead, each quarter hour.
    expect(free?.free.times.at(0)).toBe(`${monday}T07:00:00.000Z`)
    expect(free?.free.times.at(-1)).toBe(`${monday}T21:30:00.000Z`)
    expect(free?.free.times).toHaveLength(11 + 43)
    await expect(save({}, null, await hostForTest(test))).rejects.toMatchObject({ code: '42501' })
    expect(await save({ place: 'phone', link: null, hours: [] }, seen)).toMatchObject({
      hours: [],
      link: null,
    })
  })
})
