import { ask } from './databases.ts'

/**
 * People who take calls on weekdays in six zones, each with a year of calls that ends 60 days ahead, busy times in a
 * calendar over the same days, and a few held times. Triggers are off, as in a restore.
 */
export async function fillHosts(address: string, hosts: number, calls: number): Promise<void> {
  await ask(
    address,
    `do $$ begin
       set local session_replication_role = replica;
       update public.desk_settings set weekly_capacity = 200, call_minutes = 30;
       create temporary table person on commit drop as
       select n, gen_random_uuid() as id,
         (array['Europe/London','America/New_York','Asia/Kolkata','Africa/Johannesburg','Australia/Sydney','Europe/Berlin'])[1 + n % 6] as zone
       from generate_series(1, ${hosts}) n;
       insert into auth.users (id, email) select id, 'host-' || n || '@desk.example' from person;
       insert into public.staff_members (id, role) select id, 'agent' from person;
       insert into private.hosts (id, time_zone, break_before, break_after, daily_most)
       select id, zone, n % 3 * 5, n % 4 * 5, 8 + n % 5 from person;
       insert into private.host_hours (host, weekday, opens, closes)
       select id, d, o::time, c::time from person, generate_series(1, 5) d, (values ('09:00', '12:30'), ('13:15', '18:00')) h (o, c);
       insert into private.host_dates (host, day) select id, current_date + 7 * d + n % 7 from person, generate_series(0, 8) d;
       insert into public.days_off (day) select current_date + d * 20 from generate_series(-10, 4) d;
       -- Most calls lie behind; those ahead leave room in their weeks.
       insert into public.strategy_call_bookings (
         name, email, company, phone, current_challenges, team_size, preferred_time, created_at, status, confirmed, assigned_to
       )
       select 'Visitor ' || c, 'visitor-' || p.n || '-' || c || '@example.com', 'Company', '+1 555', 'other', '2-5', at,
         at - interval '9 days', case when at > now() then 'confirmed' when c % 9 = 0 then 'no-show' else 'held' end,
         tstzrange(at, at + interval '30 minutes'), p.id
       from person p cross join generate_series(1, ${calls}) c
       cross join lateral (
         select date_trunc('hour', now()) + case
           when c <= least(${calls} / 40, 50) then c * interval '28 hours'
           else -interval '305 days' * c / ${calls}
         end as at
       ) _;
       insert into private.host_calendars (host, name, busy)
       select id, 'Elsewhere', (
         select range_agg(tstzrange(at, at + interval '20 minutes'))
         from generate_series(1, 500) b cross join lateral (select now() + b * interval '172 minutes' + n * interval '1 minute' as at) _
       ) from person;
       insert into private.call_holds (booking, host, slot, until, is_proven)
       select gen_random_uuid(), id, tstzrange(at, at + interval '30 minutes'), now() + interval '12 hours', true
       from person cross join generate_series(1, 3) d
       cross join lateral (select date_trunc('hour', now()) + d * interval '49 hours' + interval '30 minutes' as at) _;
     end $$`,
  )
  // Autovacuum does this within minutes.
  await ask(address, 'vacuum analyze')
}
