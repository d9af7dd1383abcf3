import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#server/lib/db/testing.ts'
import { propertyRuns } from '#shared/lib/testing.ts'
import { type SlotScenario, worlds } from './available-times-worlds.ts'
import { freeStarts } from './free-times-oracle.ts'

const together = 50
const { numRuns, seed = Date.now() % 1_000_000 } = propertyRuns(10_000, 50)

/** Cases with their expected results, which are computed once for both servers. */
const batches = new Map<number, { world: SlotScenario; expected: string[] }[]>()
function batchAt(tried: number) {
  const known = batches.get(tried)
  if (known) return known
  const drawn = fc.sample(worlds, { numRuns: together, seed: seed + tried })
  const batch = drawn.map((world) => ({ world, expected: freeStarts(world) }))
  batches.set(tried, batch)
  return batch
}

/** Creates the rows of a world with up to three hosts and returns the available times. */
const asking = `
  create function pg_temp.host_at(place integer) returns uuid language sql immutable
    as $$ select ('00000000-0000-4000-8000-00000000000' || place)::uuid $$;
  create function pg_temp.booking_at(place integer) returns uuid language sql immutable
    as $$ select ('00000000-0000-4000-9000-00000000000' || place)::uuid $$;
  create function pg_temp.span_of(span jsonb) returns tstzrange language sql stable
    as $$ select tstzrange(to_timestamp((span ->> 0)::float), to_timestamp((span ->> 1)::float)) $$;
  create function pg_temp.time_of(minutes jsonb) returns time language sql immutable
    as $$ select case when minutes::integer = 1440 then '24:00' else '00:00'::time + make_interval(mins => minutes::integer) end $$;
  create function pg_temp.free_in(w jsonb) returns jsonb language plpgsql as $$
  begin
    perform set_config('TimeZone', w ->> 'session_zone', true);
    delete from private.call_holds; delete from public.strategy_call_bookings; delete from public.days_off;
    delete from private.host_calendars; delete from private.host_dates; delete from private.host_hours; delete from private.hosts;
    update public.desk_settings set time_zone = w ->> 'desk_zone', weekly_capacity = (w ->> 'weekly_capacity')::integer;
    insert into public.days_off (day) select d::date from jsonb_array_elements_text(w -> 'days_off') d;
    update public.staff_members m set disabled_at = case when not (h.one -> 'is_there')::boolean then now() end
    from jsonb_array_elements(w -> 'hosts') with ordinality h (one, n) where m.id = pg_temp.host_at(n::integer - 1);
    insert into private.hosts (id, takes_calls, time_zone, break_before, break_after, notice_minutes, daily_most)
    select pg_temp.host_at(h.n::integer - 1), r.takes_calls, r.time_zone, r.break_before, r.break_after, r.notice_minutes, r.daily_most
    from jsonb_array_elements(w -> 'hosts') with ordinality h (one, n) cross join jsonb_to_record(h.one) r (
      takes_calls boolean, time_zone text, break_before integer, break_after integer, notice_minutes integer, daily_most integer
    );
    insert into private.host_hours (host, weekday, opens, closes)
    select pg_temp.host_at(h.n::integer - 1), (r ->> 'weekday')::integer,
      pg_temp.time_of(r -> 'stretch' -> 0), pg_temp.time_of(r -> 'stretch' -> 1)
    from jsonb_array_elements(w -> 'hosts') with ordinality h (one, n), jsonb_array_elements(h.one -> 'hours') r;
    insert into private.host_dates (host, day, opens, closes)
    select pg_temp.host_at(h.n::integer - 1), (d ->> 'day')::date, pg_temp.time_of(s -> 0), pg_temp.time_of(s -> 1)
    from jsonb_array_elements(w -> 'hosts') with ordinality h (one, n), jsonb_array_elements(h.one -> 'dates') d
    left join jsonb_array_elements(d -> 'stretches') s on true;
    insert into private.host_calendars (host, name, busy)
    select pg_temp.host_at(h.n::integer - 1), 'Elsewhere',
      (select coalesce(range_agg(pg_temp.span_of(b)), '{}') from jsonb_array_elements(c) b)
    from jsonb_array_elements(w -> 'hosts') with ordinality h (one, n), jsonb_array_elements(h.one -> 'busy') c;
    insert into public.strategy_call_bookings
      (id, name, email, company, phone, current_challenges, team_size, preferred_time, status, confirmed, assigned_to)
    select pg_temp.booking_at((c ->> 'id')::integer), 'Ada', 'ada@example.com', 'Engines', '1', 'other', '2-5', now(), c ->> 'status',
      pg_temp.span_of(c -> 'slot'), pg_temp.host_at((c ->> 'host')::integer)
    from jsonb_array_elements(w -> 'calls') c;
    insert into private.call_holds (booking, host, slot, until, is_proven)
    select pg_temp.booking_at((c ->> 'id')::integer), pg_temp.host_at((c ->> 'host')::integer), pg_temp.span_of(c -> 'slot'),
      to_timestamp((c ->> 'until')::float), (c ->> 'is_proven')::boolean
    from jsonb_array_elements(w -> 'holds') c;
    return (
      select coalesce(jsonb_agg(right(f.host::text, 1) || ' ' || extract(epoch from f.start)::bigint order by f.host, f.start), '[]')
      from private.available_starts(
        to_timestamp((w ->> 'from')::float), to_timestamp((w ->> 'until')::float), to_timestamp((w ->> 'now')::float),
        (w ->> 'minutes')::integer, pg_temp.booking_at((w ->> 'but_for')::integer)
      ) f
    );
  end $$`

const test = await testDatabase()
afterAll(() => test.close())
await test.asOwner(asking)
await test.asOwner(
  `insert into auth.users (id, email) select pg_temp.host_at(n), n || '@desk.example' from generate_series(0, 2) n`,
)
await test.asOwner(
  `insert into staff_members (id, role) select pg_temp.host_at(n), 'agent' from generate_series(0, 2) n`,
)

describe('the search for available times', () => {
  it('finds exactly the times that an independent implementation of the rules finds', {
    timeout: 15 * 60_000,
  }, async () => {
    let offered = 0
    for (let tried = 0; tried < numRuns; tried += together) {
      const batch = batchAt(tried)
      await test.asOwner('begin')
      // Skips triggers, because they would queue emails and hold slots.
      await test.asOwner('set local session_replication_role = replica')
      // PostgreSQL takes longer to compile these statements than to run them.
      await test.asOwner('set local jit = off')
      const rows = await test.asOwner<{ told: string[] }>(
        'select pg_temp.free_in(w) as told from jsonb_array_elements($1) w',
        [JSON.stringify(batch.map(({ world }) => world))],
      )
      await test.asOwner('rollback')
      for (const [index, { world, expected }] of batch.entries()) {
        if (expected.length > 0) offered += 1
        const about = `seed ${seed + tried}, case ${index}: ${JSON.stringify(world)}`
        expect(rows[index]?.told, about).toEqual(expected)
      }
    }
    // A random case without available slots tests little.
    expect(offered).toBeGreaterThan(numRuns / 4)
  })
})
