-- When somebody was last at the desk, not when they last signed in: a session lasts for weeks. The desk asks who it is
-- talking to each minute while it is looked at, which is what counts, once a minute at most and with both factors shown.
create table private.last_here (
  member uuid not null,
  at timestamptz not null,
  constraint last_here_pkey primary key (member),
  constraint last_here_member_fkey foreign key (member) references public.staff_members (id) on delete cascade
);
alter table private.last_here enable row level security;
revoke all on private.last_here from public, anon, authenticated, service_role;
comment on table private.last_here is 'When each member of the desk was last there.';

create or replace function public.desk_me() returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  me jsonb;
begin
  if private.session_is_live() then
    select jsonb_build_object(
      'id', u.id,
      'email', coalesce(u.email, ''),
      'name', private.person_name(u.raw_user_meta_data, u.email),
      'role', private.staff_role(),
      'member', exists (select from public.staff_members m where m.id = u.id and m.disabled_at is null)
    )
    into me from auth.users u where u.id = auth.uid();
  end if;
  if me is null then
    raise exception 'this is for people who signed in' using errcode = '42501';
  end if;
  if me ->> 'role' is not null then
    insert into private.last_here as h (member, at) values (auth.uid(), now())
      on conflict (member) do update set at = excluded.at where h.at < excluded.at - interval '1 minute';
  end if;
  return me;
end
$$;

drop function public.desk_people();
create function public.desk_people() returns table (
  id uuid, email text, name text, role text, state text, created_at timestamptz, last_sign_in_at timestamptz,
  last_here_at timestamptz, has_second_factor boolean
)
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_column
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  return query
    select
      m.id, coalesce(u.email, '')::text, private.person_name(u.raw_user_meta_data, u.email), m.role,
      case
        when m.disabled_at is not null or u.deleted_at is not null or u.banned_until > now() then 'stopped'
        when u.email_confirmed_at is null then 'invited'
        else 'active'
      end,
      m.created_at, u.last_sign_in_at, greatest(u.last_sign_in_at, h.at),
      exists (select from auth.mfa_factors f where f.user_id = m.id and f.status = 'verified')
    from public.staff_members m join auth.users u on u.id = m.id
    left join private.last_here h on h.member = m.id
    order by 3, 2, 1;
end
$$;
grant execute on function public.desk_people() to authenticated;

-- The first day of which visits are known, and the first of which bookings and messages are. Before them there are no
-- figures, which is not the same as none. Nobody can have written before the site was there to be visited, but for
-- what was brought from elsewhere; and what people sent goes by itself after `keep_people_days`.
create function private.insights_begin(now_is timestamptz) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with first as (
      select
        coalesce(
          (select min(d.day) from private.visit_days d where d.dimension = '*'),
          (select (min(i.created_at) at time zone 'UTC')::date from public.user_interactions i)
        ) as visit,
        (select (least(
          (select min(b.created_at) from public.strategy_call_bookings b),
          (select min(m.created_at) from public.contact_messages m)
        ) at time zone 'UTC')::date) as request,
        (select (now_is at time zone 'UTC')::date - s.keep_people_days from public.desk_settings s) as kept
    )
    select jsonb_build_object(
      'visits', f.visit, 'requests', greatest(least(f.visit, f.request), f.kept)
    ) from first f
  $$;

create or replace function private.insights_of(from_day date, to_day date, visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set work_mem = '32MB'
  set enable_nestloop = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  days int := to_day - from_day + 1;
  before_to date := from_day - 1;
  before_from date := from_day - days;
  kinds text[] := case visitor when 'all' then '{person,bot}' else array[visitor] end;
  counted_to date := (select max(d.day) from private.visit_days d where d.dimension = '*');
  fresh_from date := greatest(counted_to + 1, before_from);
  fresh_time timestamptz := fresh_from::timestamp at time zone 'UTC';
  -- What was before it is gathered, and what is before all that is fresh is of no use.
  gathered_to timestamptz := (select u.moment from private.visits_until u where u.moment > fresh_time);
  fresh private.visit_days[];
  fresh_vitals private.vital_days[];
  fresh_bookings private.booking_visits[];
  -- The last day that the sums of its month have something of.
  summed_to date := greatest(counted_to, (gathered_to at time zone 'UTC')::date);
  present jsonb;
  past jsonb;
begin
  if fresh_from <= to_day then
    fresh := array(select v from private.count_visits(fresh_from, to_day, gathered_to) v);
    fresh_vitals := array(
      select v from private.count_vitals(
        greatest(fresh_time, gathered_to), (to_day + 1)::timestamp at time zone 'UTC'
      ) v
    );
    fresh_bookings := array(select v from private.trace_bookings(greatest(fresh_from, from_day), to_day) v);
  end if;
  present := private.insight_range(from_day, to_day, kinds, fresh, now_is);
  past := private.insight_range(before_from, before_to, kinds, fresh, now_is);
  return jsonb_build_object(
    'range', jsonb_build_object('from', from_day, 'to', to_day, 'days', days),
    'before', jsonb_build_object('from', before_from, 'to', before_to, 'days', days),
    'visitor', visitor,
    'as_of', now_is,
    'begins', private.insights_begin(now_is),
    'totals', jsonb_build_object('now', present -> 'totals', 'before', past -> 'totals'),
    'days', present -> 'days',
    'days_before', past -> 'days',
    'funnel', jsonb_build_object('now', present -> 'funnel', 'before', past -> 'funnel'),
    'answers', jsonb_build_object('now', present -> 'answers', 'before', past -> 'answers'),
    'vitals', (
      select jsonb_agg(jsonb_build_object(
        'name', name, 'p75', n.p75, 'samples', coalesce(n.samples, 0),
        'p75_before', b.p75, 'samples_before', coalesce(b.samples, 0)
      ) order by place)
      from unnest('{LCP,INP,CLS,FCP,TTFB}'::text[]) with ordinality _ (name, place)
      left join private.insight_vitals(from_day, to_day, kinds, fresh_vitals, summed_to) n using (name)
      left join private.insight_vitals(before_from, before_to, kinds, fresh_vitals, summed_to) b using (name)
    )
  ) || private.insight_lists(from_day, to_day, kinds, fresh, fresh_bookings);
end
$$;
