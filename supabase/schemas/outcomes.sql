-- Outcomes of completed calls, and figures about outcomes.

-- A call is identified by its booking and its start. If another call follows a completed one, the outcome moves to
-- `earlier_calls`. If the earlier time is restored, for example by an undo, the outcome moves back.
create function private.with_current_outcome(old public.strategy_call_bookings, new public.strategy_call_bookings)
  returns public.strategy_call_bookings
  language plpgsql
  set search_path = ''
  as $$
declare
  calls jsonb := coalesce(old.earlier_calls, '{}');
  start text := coalesce(private.iso_instant(lower(new.confirmed)), '');
begin
  if lower(new.confirmed) is not distinct from lower(old.confirmed) then
    return new;
  end if;
  if old.status = 'completed' then
    calls := calls || jsonb_build_object(private.iso_instant(old.call_at), jsonb_build_object(
      'assigned_to', old.assigned_to, 'outcome', old.outcome, 'outcome_value', old.outcome_value,
      'next_step', old.next_step, 'next_step_on', old.next_step_on, 'next_step_by', old.next_step_by, 'is_done', false
    ));
  end if;
  new := jsonb_populate_record(new, coalesce(
    (calls -> start) - 'assigned_to',
    '{"outcome": null, "outcome_value": null, "next_step": null, "next_step_on": null, "next_step_by": null}'
  ));
  new.earlier_calls := nullif(calls - start, '{}');
  return new;
end
$$;

create function private.open_steps(booking public.strategy_call_bookings)
  returns table (next_step text, next_step_on date, next_step_by uuid)
  language sql immutable
  set search_path = ''
  as $$
    select booking.next_step, booking.next_step_on, booking.next_step_by
    where booking.status = 'completed' and booking.next_step is not null
    union all
    select c.next_step, c.next_step_on, c.next_step_by
    from jsonb_path_query(booking.earlier_calls, '$.* ? (@.next_step != null && @.is_done == false)') e (value)
    cross join jsonb_to_record(e.value) c (next_step text, next_step_on date, next_step_by uuid)
  $$;
grant execute on function private.open_steps(public.strategy_call_bookings) to anon, authenticated, service_role;

-- For owners and agents. `becomes` contains the new values, and `seen` contains the old values that the caller saw; an
-- undo swaps the two.
create function public.save_outcome(booking uuid, seen jsonb, becomes jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.booking_to_change(booking);
  is_now public.strategy_call_bookings;
begin
  if becomes - array(select jsonb_object_keys(seen)) is distinct from '{}' then
    raise exception 'seen must have every column of becomes' using errcode = '22023';
  end if;
  if was.status <> 'completed' then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  if jsonb_populate_record(was, seen) is distinct from was then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at, 'outcome');
  end if;
  is_now := jsonb_populate_record(was, becomes);
  if is_now.next_step_by is distinct from was.next_step_by then
    perform private.check_assignee(is_now.next_step_by);
  end if;
  update public.strategy_call_bookings b set (outcome, outcome_value, next_step, next_step_on, next_step_by)
      = (is_now.outcome, is_now.outcome_value, is_now.next_step, is_now.next_step_on, is_now.next_step_by)
  where b.id = was.id
  returning * into is_now;
  perform private.record('booking_outcome', 'strategy_call_bookings', was.id, jsonb_strip_nulls(jsonb_build_object(
    'outcome', is_now.outcome, 'value', is_now.outcome_value,
    'currency', (select s.currency from public.desk_settings s where is_now.outcome_value is not null),
    'step_on', is_now.next_step_on, 'step_by', is_now.next_step_by
  )));
end
$$;
grant execute on function public.save_outcome(uuid, jsonb, jsonb) to authenticated;

-- Finishes or reopens the next step of an earlier call. `call` is the earlier call's key in `earlier_calls`. For owners
-- and agents.
create function public.finish_step(booking uuid, call text, is_done boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  perform private.require_staff('owner', 'agent');
  update public.strategy_call_bookings b
  set earlier_calls = jsonb_set(b.earlier_calls, array[call, 'is_done'], to_jsonb(is_done))
  where b.id = booking and b.earlier_calls #> array[call, 'is_done'] = to_jsonb(not is_done);
  if found then
    perform private.record(
      'booking_outcome', 'strategy_call_bookings', booking, jsonb_build_object('call', call, 'is_done', is_done)
    );
  end if;
end
$$;
grant execute on function public.finish_step(uuid, text, boolean) to authenticated;

-- Returns the number of completed calls on these UTC days, the number of won calls, and their value: by source, by
-- campaign, and by week (which begins on Monday).
create function private.insight_outcomes(from_day date, to_day date) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with held as (
      select b.source, b.campaign, b.call_at, b.outcome, b.outcome_value
      from public.strategy_call_bookings b where b.status = 'completed'
      union all
      select b.source, b.campaign, e.key::timestamptz, e.value ->> 'outcome', (e.value ->> 'outcome_value')::numeric
      from public.strategy_call_bookings b cross join jsonb_each(b.earlier_calls) e where b.earlier_calls is not null
    ),
    call as materialized (
      select h.source, h.campaign, date_trunc('week', h.call_at at time zone 'UTC') as monday,
        ((h.outcome = 'won') is true)::int as won, case when h.outcome = 'won' then h.outcome_value end as value
      from held h
      where h.call_at >= from_day::timestamp at time zone 'UTC' and h.call_at < (to_day + 1)::timestamp at time zone 'UTC'
    ),
    part as (
      select k.kind, k.name, 1 as completed, c.won, c.value
      from call c cross join lateral (
        values ('source', c.source), ('campaign', c.campaign), ('week', c.monday::date::text)
      ) k (kind, name) where k.name is not null
      union all
      select 'week', w::date::text, 0, 0, null
      from generate_series(date_trunc('week', from_day::timestamp), to_day::timestamp, interval '7 days') w
    ),
    figure as (
      select kind, name, sum(completed) as completed, sum(won) as won, coalesce(sum(value), 0) as value from part group by 1, 2
    )
    select jsonb_build_object('currency', (select s.currency from public.desk_settings s), 'outcomes', (
      select jsonb_agg(to_jsonb(f) order by f.kind, f.completed desc, f.name) from figure f
    ))
  $$;
