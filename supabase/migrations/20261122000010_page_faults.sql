-- What breaks in visitors' browsers: counted by the day like visits, and told to the team when it is much more than
-- usual. Decision page 38.

-- Errors are few among all that visitors do, and are looked for every half minute. Both columns, since partitions to
-- come name the index after them, and have another over the time alone.
create index user_interactions_error_idx on public.user_interactions (event_type, created_at)
  where event_type = 'error';

-- Whether an error is a fault and not a refusal, which the server meant. src/shared/contract/faults.ts names them.
create function private.is_fault(code text) returns boolean
  language sql immutable parallel safe
  return code ~ '^(not_started|uncaught|rejected|crashed|submit_threw|no_answer|http_5[0-9]{2}|[a-z]{1,20}_not_loaded)$';

-- The faults that visitors met in a time, without the team's. What they say comes from the public.
create function private.faults_between(from_time timestamptz, to_time timestamptz) returns table (
  day date, met_at timestamptz, session_id uuid, visitor text, code text, place text, cause text, release text
)
  language sql stable
  set search_path = ''
  as $$
    select
      (i.created_at at time zone 'UTC')::date, i.created_at, i.session_id, case when i.is_bot then 'bot' else 'person' end,
      i.event_data ->> 'code', left(coalesce(i.event_data ->> 'place', ''), 100),
      left(coalesce(i.event_data ->> 'cause', ''), 150), left(coalesce(i.event_data ->> 'release', ''), 40)
    from public.user_interactions i
    where i.created_at >= from_time and i.created_at < to_time
      and i.event_type = 'error' and not i.is_team and private.is_fault(i.event_data ->> 'code')
  $$;

-- One line for each fault of a day; the code '*' is the whole day.
create table private.fault_days (
  day date not null,
  code text not null,
  place text not null,
  cause text not null,
  -- Which release of the site the page came from; '' where it did not say.
  release text not null,
  visitor text not null,
  faults bigint not null,
  visits bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,

  constraint fault_days_pkey primary key (day, code, place, cause, release, visitor),
  constraint fault_days_visitor_check check (visitor in ('person', 'bot'))
);
comment on table private.fault_days is 'Faults in visitors'' browsers by UTC day; of a day the hundred that most visits met.';
alter table private.fault_days enable row level security;
revoke all on private.fault_days from public, anon, authenticated, service_role;

-- What `fault_days` has, or will have, of these days.
create function private.count_faults(from_day date, to_day date) returns setof private.fault_days
  language sql stable
  set search_path = ''
  as $$
    with fault as materialized (
      select * from private.faults_between(
        from_day::timestamp at time zone 'UTC', (to_day + 1)::timestamp at time zone 'UTC'
      )
    ),
    ranked as (
      select f.day, f.code, f.place, f.cause, f.release, row_number() over (
        partition by f.day order by count(distinct f.session_id) desc, f.code, f.place, f.cause, f.release
      ) > 100 as is_rest
      from fault f group by 1, 2, 3, 4, 5
    ),
    named as (
      select
        f.day, case when r.is_rest then '(other)' else f.code end as code,
        case when r.is_rest then '' else f.place end as place, case when r.is_rest then '' else f.cause end as cause,
        case when r.is_rest then '' else f.release end as release, f.visitor, f.session_id, f.met_at
      from fault f join ranked r using (day, code, place, cause, release)
      union all
      select f.day, '*', '', '', '', f.visitor, f.session_id, f.met_at from fault f
    )
    select n.day, n.code, n.place, n.cause, n.release, n.visitor, count(*), count(distinct n.session_id),
      min(n.met_at), max(n.met_at)
    from named n group by 1, 2, 3, 4, 5, 6
  $$;

-- Counts the visits of one day, and what broke in them, anew if they were counted before.
create or replace function private.keep_visits(of_day date) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  from_time timestamptz := of_day::timestamp at time zone 'UTC';
  to_time timestamptz := (of_day + 1)::timestamp at time zone 'UTC';
begin
  delete from private.visit_days where day = of_day;
  insert into private.visit_days select * from private.count_visits(of_day, of_day);

  delete from private.fault_days where day = of_day;
  insert into private.fault_days select * from private.count_faults(of_day, of_day);

  delete from private.vital_days where day = of_day;
  insert into private.vital_days select * from private.count_vitals(from_time, to_time);
  perform private.sum_vitals(of_day);

  delete from private.booking_visits v using public.strategy_call_bookings b
    where b.id = v.booking and b.created_at >= from_time and b.created_at < to_time;
  insert into private.booking_visits select * from private.trace_bookings(of_day, of_day);
end
$$;

-- Days that were counted before this was.
insert into private.fault_days
select c.* from (select max(day) as day from private.visit_days where dimension = '*') counted,
  lateral private.count_faults((select min(day) from private.visit_days), counted.day) c
where counted.day is not null;

-- What broke in a range of days, as of a moment: days that are over from their counts, the others from the rows.
create function private.insights_faults_of(from_day date, to_day date, visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  as $$
declare
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  fresh_from date := greatest(
    from_day, (select max(d.day) + 1 from private.visit_days d where d.dimension = '*')
  );
begin
  return (
    with line as materialized (
      select * from private.fault_days d where d.day between from_day and least(to_day, fresh_from - 1)
      union all
      select * from private.count_faults(fresh_from, to_day) where fresh_from <= to_day
    ),
    fault as (
      select l.code, l.place, l.cause, l.release, sum(l.faults) as faults, sum(l.visits) as visits,
        min(l.first_at) as first_at, max(l.last_at) as last_at
      from line l where l.visitor = any (kinds) and l.code <> '*'
      group by 1, 2, 3, 4
    ),
    ranked as (
      select *, f.code = '(other)'
        or row_number() over (order by f.code = '(other)', f.visits desc, f.last_at desc, f.code, f.place, f.cause) > 50
        as is_rest
      from fault f
    ),
    named as (
      select case when r.is_rest then '(other)' else r.code end as code,
        case when r.is_rest then '' else r.place end as place, case when r.is_rest then '' else r.cause end as cause,
        case when r.is_rest then '' else r.release end as release, r.is_rest, sum(r.faults) as faults,
        sum(r.visits) as visits, min(r.first_at) as first_at, max(r.last_at) as last_at
      from ranked r group by 1, 2, 3, 4, 5
    )
    select jsonb_build_object(
      'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', to_day - from_day + 1),
      'visitor', visitor,
      'as_of', now_is,
      'visits', (
        select coalesce(sum(l.visits), 0) from line l where l.visitor = any (kinds) and l.code = '*'
      ),
      'faults', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'code', n.code, 'place', n.place, 'cause', n.cause, 'release', n.release, 'faults', n.faults,
          'visits', n.visits, 'first_at', n.first_at, 'last_at', n.last_at
        ) order by n.is_rest, n.visits desc, n.last_at desc, n.code, n.place, n.cause), '[]')
        from named n
      )
    )
  );
end
$$;

-- Refuses a range or a kind of visitor that the desk may not ask for.
create function private.require_insight_range(from_day date, to_day date, visitor text) returns void
  language plpgsql immutable
  set search_path = ''
  as $$
begin
  if from_day is null or to_day is null or not isfinite(from_day) or not isfinite(to_day) then
    raise exception 'Say the first and the last day of the range.' using errcode = '22023';
  elsif from_day > to_day then
    raise exception 'The range ends before it begins.' using errcode = '22023';
  elsif to_day - from_day >= 731 then
    raise exception 'A range has at most 731 days.' using errcode = '22023';
  elsif from_day < '2000-01-01' or to_day > '2199-12-31' then
    raise exception 'The range must lie between the years 2000 and 2199.' using errcode = '22023';
  elsif visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
end
$$;

create or replace function public.insights(from_day date, to_day date, visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  perform private.require_insight_range(from_day, to_day, visitor);
  return private.insights_of(from_day, to_day, visitor, now());
end
$$;

-- What broke in visitors' browsers, in a range of UTC days, both inclusive. Definer, since it is made of rows that
-- nobody at the desk may read one by one.
create function public.insights_faults(from_day date, to_day date, visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  perform private.require_insight_range(from_day, to_day, visitor);
  return private.insights_faults_of(from_day, to_day, visitor, now());
end
$$;
grant execute on function public.insights_faults(date, date, text) to authenticated;
