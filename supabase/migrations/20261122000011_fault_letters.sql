-- When the team is told of what breaks in visitors' browsers. Decision page 38.

-- Faults that jumped, by code and release: in the hour up to a moment at least five visits of people met one, and more
-- than three times as many as met that code, of whichever release, in the usual hour of the seven days before. Of its
-- places and causes it names what most visits met.
create function private.jumped_faults(now_is timestamptz) returns table (
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

-- Writes to the team of the worst of them. Of one code and release once a day, and of three a day in all, since
-- anybody can make up faults and releases. Called every half minute by every process. Gives how many letters were
-- written. The time is told, so that a test may say another.
create function private.plan_fault_letter(now_is timestamptz) returns integer
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  said jsonb;
  written integer := 0;
begin
  if not pg_try_advisory_xact_lock(7206341008) then
    return 0;
  end if;
  with told as materialized (
    select o.facts ->> 'code' as code, o.facts ->> 'release' as release, o.facts ->> 'at' as at
    from public.outbox o
    where o.kind = 'team-fault' and (o.facts ->> 'at')::timestamptz > now_is - interval '1 day'
  )
  select to_jsonb(j) || jsonb_build_object('at', now_is) into said
  from private.jumped_faults(now_is) j
  where (select count(distinct (told.code, told.release, told.at)) from told) < 3
    and not exists (select from told where told.code = j.code and told.release = j.release)
  order by j.visits desc, j.code, j.release limit 1;
  if said is null then
    return 0;
  end if;
  insert into public.outbox (channel, kind, recipient, facts, once, due_at, ends_at)
  select
    'letter', 'team-fault', t,
    said || jsonb_build_object('of', (
      select count(distinct i.session_id) from public.user_interactions i
      where i.created_at >= now_is - interval '1 hour' and i.created_at < now_is and not i.is_bot and not i.is_team
    )),
    concat_ws(':', 'team-fault', said ->> 'code', said ->> 'release', extract(epoch from now_is)::bigint, t),
    now_is, now_is + interval '1 day'
  from private.team_mailboxes() as t
  on conflict (once) do nothing;
  get diagnostics written = row_count;
  return written;
end
$$;
grant execute on function private.plan_fault_letter(timestamptz) to service_role;
