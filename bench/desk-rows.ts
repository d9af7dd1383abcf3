import { ask } from './servers.ts'

/** How the states are spread: most calls were held long ago. */
const states = `(array['held','held','held','held','held','held','no-show','cancelled','spam','new'])[1 + n % 10]`

/**
 * Bookings like those of several years: names that repeat as names do, messages of every length, one in a hundred
 * still to be held. Triggers are off, as in a restore, so that filling takes seconds.
 */
export async function fillBookings(address: string, count: number, staff: string): Promise<void> {
  await ask(
    address,
    `do $$ begin
       set local session_replication_role = replica;
       insert into public.strategy_call_bookings (
         created_at, updated_at, name, email, company, phone, current_challenges, team_size, preferred_time,
         time_zone, message, status, confirmed, assigned_to, source, campaign, first_view, answered_at, session_id,
         landing_page, referrer, fill_seconds
       )
       select
         asked, asked + interval '1 day', first || ' ' || last, lower(first || '.' || last) || n || '@' || domain,
         last || ' ' || trade, '+1 555 ' || n,
         (array['slow-proposals','lack-developers','project-management','quality-control','other'])[1 + n % 5],
         (array['1','2-5','6-10','11-25','25+'])[1 + n % 5], asked + interval '3 days',
         (array['Europe/London','Africa/Johannesburg','Pacific/Auckland','America/New_York'])[1 + n % 4],
         repeat('Please tell us how you work. ', 1 + n % 30), state,
         case when state in ('held','no-show','confirmed')
           then tstzrange(asked + interval '3 days', asked + interval '3 days 10 minutes') end,
         case when n % 5 = 0 then '${staff}'::uuid when n % 3 > 0 then md5((n % 8)::text)::uuid end,
         (array['google','direct','linkedin','newsletter','site'])[1 + n % 5] || case when n % 50 = 0 then n % 7 else 0 end,
         case when n % 4 = 0 then 'spring ' || n % 20 end, (array['home','services','pricing'])[1 + n % 3],
         case when state <> 'new' then asked + interval '1 hour' end, gen_random_uuid(),
         'https://backline.example/?utm_source=x' || n, 'https://news.example/' || n, 10 + n % 100
       from (
         select n, now() - (${count} - n) * interval '10 minutes' as asked,
           case when n % 100 = 0 then 'confirmed' else ${states} end as state,
           (array['Ada','Grace','Linus','Barbara','Edsger','Radia','Ken','Frances'])[1 + abs(hashint4(n)) % 8] as first,
           (array['Lovelace','Hopper','Torvalds','Liskov','Dijkstra','Perlman','Thompson','Allen','Naur','Kay','Sammet'])
             [1 + abs(hashint4(n + 1)) % 11] as last,
           (array['ERP','Consulting','Systems','Software','Partners'])[1 + abs(hashint4(n + 2)) % 5] as trade,
           (array['one.example','two.example','three.example'])[1 + abs(hashint4(n + 3)) % 3] as domain
         from generate_series(1, ${count}) n
       ) made;
     end $$`,
  )
  // Autovacuum does this within minutes.
  await ask(address, 'vacuum analyze public.strategy_call_bookings')
}
