-- Visits of the last thirty minutes. Members read them through one function.

create function private.insights_live_of(visitor text, now_is timestamptz) returns jsonb
  language plpgsql stable
  set search_path = ''
  set jit = off
  set plan_cache_mode = force_custom_plan
  as $$
declare
  since timestamptz := now_is - interval '30 minutes';
begin
  return (
    with event as materialized (
      select i.session_id, i.created_at, i.id, i.event_type, i.event_data ->> 'view' as view, i.page_url, i.referrer,
        i.is_bot, i.is_team, ceil(extract(epoch from i.created_at - since) / 60)::int as minute
      from public.user_interactions i
      where i.created_at > since and i.created_at <= now_is
    ),
    visit as materialized (
      select session_id, count(*) as events, (array_agg(
        array[page_url, referrer] order by event_type <> 'page_view', created_at, id
      ))[1:1] as came
      from event group by session_id
      having not bool_or(is_team) and (visitor = 'all' or bool_or(is_bot) = (visitor = 'bot'))
    )
    select jsonb_build_object(
      'as_of', now_is,
      'minutes', (
        select jsonb_agg(coalesce(sessions, 0) order by minute)
        from generate_series(1, 30) minute left join (
          select minute, count(distinct session_id) as sessions
          from event join visit using (session_id) group by minute
        ) _ using (minute)
      ),
      'sessions', (select count(*) from visit),
      'events', (select coalesce(sum(events), 0) from visit),
      'views', (
        select coalesce(jsonb_agg(jsonb_build_object('view', view, 'sessions', sessions) order by sessions desc, view), '[]')
        from (
          select left(view, 100) as view, count(distinct session_id) as sessions
          from event join visit using (session_id)
          where event_type = 'page_view' and view is not null
          group by 1 order by 2 desc, 1 limit 10
        ) _
      ),
      'sources', (
        select coalesce(
          jsonb_agg(jsonb_build_object('source', source, 'sessions', sessions) order by sessions desc, source), '[]'
        )
        from (
          select private.visit_source(came[1][1], came[1][2]) as source, count(*) as sessions
          from visit group by 1 order by 2 desc, 1 limit 10
        ) _
      )
    )
  );
end
$$;

create function public.insights_live(visitor text default 'person') returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if visitor is null or visitor not in ('person', 'bot', 'all') then
    raise exception 'The visitor must be person, bot or all.' using errcode = '22023';
  end if;
  return private.insights_live_of(visitor, now());
end
$$;
grant execute on function public.insights_live(text) to authenticated;
