-- Errors in visitors' browsers: counted by day, listed in the desk, and emailed to the team if they increase.

-- One row per day for each of the hundred errors that affected the most visits. The code '*' stands for all errors of
-- the day.
create table private.fault_days (
  day date not null,
  code text not null,
  place text not null,
  cause text not null,
  -- The site's release as reported by the page; empty if the page does not report its release.
  release text not null,
  visitor text not null,
  faults bigint not null,
  visits bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,

  constraint fault_days_pkey primary key (day, code, place, cause, release, visitor),
  constraint fault_days_visitor_check check (visitor in ('person', 'bot'))
);

alter table private.fault_days enable row level security;

-- Returns false if the server refused a request deliberately. src/shared/contract/faults.ts lists the codes.
create function private.is_fault(code text) returns boolean
  language sql immutable parallel safe
  return code ~ '^(not_started|uncaught|rejected|crashed|submit_threw|no_answer|http_5[0-9]{2}|[a-z]{1,20}_not_loaded)$';

-- Excludes the team's errors. Truncates the strings, because visitors can send any text.
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

-- `fault_days` contains the counted days. Errors on later days are counted from the raw rows.
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

-- Both days are in UTC and inclusive. Runs as its owner, because members cannot read single rows.
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

-- Returns errors that increased, by code and release: they occurred in at least five visits of the last hour, and more
-- than three times as often as in an average hour of the previous week. Includes the most frequent place and cause.
create function private.rising_faults(now_is timestamptz) returns table (
  code text, release text, place text, cause text, visits bigint, usual numeric, since timestamptz
)
  language sql stable
  set search_path = ''
  as $$
    with recent as materialized (
      select * from private.faults_between(now_is - interval '1 hour', now_is) f where f.visitor = 'person'
    ),
    risen as materialized (
      select r.code, r.release, count(distinct r.session_id) as visits, min(r.met_at) as since
      from recent r group by 1, 2
      having count(distinct r.session_id) >= 5
    )
    select risen.code, risen.release, top.place, top.cause, risen.visits, usual.visits, risen.since
    from risen
    cross join lateral (
      select r.place, r.cause from recent r where r.code = risen.code and r.release = risen.release
      group by 1, 2 order by count(distinct r.session_id) desc, 1, 2 limit 1
    ) top
    cross join lateral (
      select count(distinct (f.session_id, date_trunc('hour', f.met_at))) / (7 * 24)::numeric as visits
      from private.faults_between(now_is - interval '7 days 1 hour', now_is - interval '1 hour') f
      where f.visitor = 'person' and f.code = risen.code
    ) usual
    where risen.visits > 3 * usual.visits
  $$;

-- Emails the team about the worst error. Every process calls this every half minute. The team receives at most one
-- email a day for each code and release, and at most three a day in total, because anyone can invent errors. Returns
-- the number of emails.
create function private.plan_fault_letter(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  error_facts jsonb;
  written integer := 0;
begin
  if not pg_try_advisory_xact_lock(7206341008) then
    return 0;
  end if;
  with recent_email as materialized (
    select o.facts ->> 'code' as code, o.facts ->> 'release' as release, o.facts ->> 'at' as at
    from public.outbox o
    where o.kind = 'team-fault' and (o.facts ->> 'at')::timestamptz > now_is - interval '1 day'
  )
  select to_jsonb(j) || jsonb_build_object('at', now_is) into error_facts
  from private.rising_faults(now_is) j
  where (select count(distinct (recent_email.code, recent_email.release, recent_email.at)) from recent_email) < 3
    and not exists (select from recent_email where recent_email.code = j.code and recent_email.release = j.release)
  order by j.visits desc, j.code, j.release limit 1;
  if error_facts is null then
    return 0;
  end if;
  insert into public.outbox (channel, kind, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-fault', t,
    error_facts || jsonb_build_object('of', (
      select count(distinct i.session_id) from public.user_interactions i
      where i.created_at >= now_is - interval '1 hour' and i.created_at < now_is and not i.is_bot and not i.is_team
    )),
    concat_ws(':', 'team-fault', error_facts ->> 'code', error_facts ->> 'release', extract(epoch from now_is)::bigint, t),
    now_is, now_is + interval '1 day'
  from private.team_mailboxes() as t
  on conflict (once) do nothing;
  get diagnostics written = row_count;
  return written;
end
$$;
grant execute on function private.plan_fault_letter(timestamptz) to backline_outbox;
