import { afterAll, describe, expect, it } from 'vitest'
import { hostForTest } from '#server/lib/db/rows-testing.ts'
import { deskMember, testDatabase } from '#server/lib/db/testing.ts'
import { listZoneNames } from '#shared/lib/time-zone.ts'
import { storeRow } from './moving.ts'

const test = await testDatabase()
afterAll(() => test.close())
const agent = await deskMember(test, 'agent')

describe('the server', () => {
  it('saves all settings of a host at once, or returns an error for an invalid field', async () => {
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
      const [row] = await agent.run<{ saved: Record<string, unknown> }>('select save_host($1, $2, $3) as saved', [
        of,
        JSON.stringify({ ...settings, ...change }),
        seen,
      ])
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
    let seen = String(saved?.updated_at)
    await expect(save({ time_zone: 'Mars/Base' }, seen)).rejects.toMatchObject({
      constraint: 'hosts_time_zone_check',
    })
    const unknown = 'select from unnest($1::text[]) name where name not in (select z.name from pg_timezone_names z)'
    expect(await agent.run(unknown, [listZoneNames('UTC')]), 'the database knows every zone in the list').toEqual([])
    await expect(save({ link: null }, seen)).rejects.toMatchObject({ constraint: 'hosts_link_check' })
    await expect(save({ link: 'https://meet.example/{name}/{reference}' }, seen)).rejects.toMatchObject({
      constraint: 'hosts_link_check',
      message: '{name} is not a placeholder; the only one is {reference}',
    })
    await expect(save({ hours: [...settings.hours, settings.hours[0]] }, seen)).rejects.toMatchObject({
      constraint: 'hosts_hours_check',
      detail: '{"field": "hours"}',
    })
    const free = async () => {
      const [row] = await agent.run<{
        free: { zone: string; monday: string; times: string[]; calls: number }
      }>('select available_times_of_host($1) as free', [agent.id])
      if (!row) throw new Error('no answer')
      return row.free
    }
    const { zone, monday, times, calls } = await free()
    expect(zone).toBe('Africa/Johannesburg')
    // A call takes 30 minutes plus a ten-minute break; the host is in UTC+2. Four calls fit from 09:00 on, and fifteen
    // from 13:00 on.
    const at = (time: string) => `${monday}T${time}:00.000Z`
    const morning = [at('07:00'), at('07:45'), at('08:30'), at('09:15')]
    expect([times.slice(0, 5), times.at(-1)]).toEqual([[...morning, at('11:00')], at('21:30')])
    expect([times.length, calls]).toEqual([4 + 15, 5])
    // A confirmed call occupies its slot, and counts toward the week's five calls and the daily limit.
    const confirmed = `[${at('07:00')},${at('07:30')})`
    await storeRow(test, { status: 'confirmed', confirmed, assigned_to: agent.id })
    expect(await free()).toMatchObject({ calls: 4, times: { length: 18 } })
    seen = String((await save({ daily_most: 4 }, seen))?.updated_at)
    expect(await free()).toMatchObject({ calls: 3, times: morning.slice(1) })
    await expect(save({}, null, await hostForTest(test))).rejects.toMatchObject({ code: '42501' })
    expect(await save({ place: 'phone', link: null, hours: [] }, seen)).toMatchObject({
      hours: [],
      link: null,
    })
  })

  it('uses one meeting link per call in all emails, webhook events and pages, even after the call is moved', async () => {
    const host = await hostForTest(test, { place: 'link', link: 'https://meet.example/{reference}' })
    await test.asOwner(
      `insert into webhooks (url, events, sealed_secret) values ('https://h.example/', '{booking.confirmed}', 's')`,
    )
    for (const day of ['02', '03']) {
      const id = await storeRow(test)
      const move = (from: string, start: string, seen: string | null) =>
        agent.run(
          `select move_booking($1, $2, 'confirmed', call_start => $3, expected_time => $4, anyway => true, host => $5)`,
          [id, from, start, seen, host],
        )
      const [first, then] = [`2031-01-${day}T10:00Z`, `2031-01-${day}T11:00Z`]
      await move('new', first, null)
      await move('confirmed', then, first)
      await test.asOwner('select private.plan_letters($1)', [first])
      const told = await test.asOwner<{ kind: string; link: string }>(
        `select * from (
           select kind, coalesce(facts -> 'meeting', facts -> 'data') ->> 'link' as link from outbox where booking_id = $1
           union select 'page', private.meeting_of($1) ->> 'link'
         ) told where link is not null order by kind`,
        [id],
      )
      const link = `https://meet.example/${id.slice(0, 8).toUpperCase()}`
      const kinds = ['booking.confirmed', 'call', 'page', 'reminder-hour', 'team-call']
      expect(told).toEqual(kinds.map((kind) => ({ kind, link })))
    }
  })
})
