create or replace function public.free_times_of_host(host uuid) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
declare
  own private.hosts := (select h from private.hosts h where h.id = free_times_of_host.host);
  monday timestamp := date_trunc('week', now() at time zone own.time_zone) + interval '7 days';
  starts timestamptz := monday at time zone own.time_zone;
  ends timestamptz := (monday + interval '7 days') at time zone own.time_zone;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return (
    with recursive free as materialized (
      select f.start from public.desk_settings s, private.free_starts(starts, ends, now(), s.call_minutes) f
      where f.host = own.id
    ),
    fitting as (
      select min(f.start) as start from free f
      union all
      select (
        select min(f.start) from free f
        where f.start >= p.start + make_interval(mins => s.call_minutes + greatest(own.break_before, own.break_after))
      )
      from fitting p, public.desk_settings s where p.start is not null
    ),
    of_day as (
      select f.start, row_number() over (partition by d.day order by f.start) + coalesce(l.calls, 0) as nth
      from fitting f
      cross join lateral (select (f.start at time zone own.time_zone)::date as day) d
      left join private.day_load(starts, ends, now(), null) l on l.host = own.id and l.day = d.day
      where f.start is not null
    ),
    of_week as (
      select d.start, row_number() over (partition by w.monday order by d.start) + coalesce(l.calls, 0) as nth
      from of_day d
      cross join public.desk_settings s
      cross join lateral (select date_trunc('week', d.start at time zone s.time_zone) as monday) w
      left join private.week_load(starts, ends, now(), null) l on l.monday = w.monday
      where d.nth <= coalesce(own.daily_most, d.nth)
    )
    select jsonb_build_object(
      'zone', own.time_zone, 'monday', monday::date,
      'times', coalesce(jsonb_agg(private.iso_instant(w.start) order by w.start), '[]'),
      'calls', count(*) filter (where w.nth <= (select s.weekly_capacity from public.desk_settings s))
    )
    from of_week w
  );
end
$$;
