-- What came of calls that were completed: what the team writes down of one, and the figures of many.

-- Owners and agents. `becomes` has the columns that change, `seen` the same as the caller saw them; undo swaps the two.
create function public.save_outcome(booking uuid, seen jsonb, becomes jsonb) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings;
  saw public.strategy_call_bookings;
  is_now public.strategy_call_bookings;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.strategy_call_bookings b where b.id = booking for update;
  if not found then
    raise exception 'There is no such booking.' using errcode = 'PT404';
  end if;
  if becomes - array(select jsonb_object_keys(seen)) is distinct from '{}' then
    raise exception 'a column that changes must have been seen' using errcode = '22023';
  end if;
  if was.status <> 'completed' then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  saw := jsonb_populate_record(was, seen);
  if (saw.outcome, saw.outcome_value, saw.next_step, saw.next_step_on, saw.next_step_by)
    is distinct from (was.outcome, was.outcome_value, was.next_step, was.next_step_on, was.next_step_by)
  then
    perform private.refuse_as_changed(was.id, was.status, was.confirmed, was.updated_at, 'outcome');
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

-- Calls completed on these UTC days, those won and their worth: by source, by campaign, and for each week by its Monday.
create function private.insight_outcomes(from_day date, to_day date) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    with call as materialized (
      select b.source, b.campaign, date_trunc('week', b.call_at at time zone 'UTC') as monday,
        ((b.outcome = 'won') is true)::int as won, case when b.outcome = 'won' then b.outcome_value end as value
      from public.strategy_call_bookings b
      where b.status = 'completed' and b.call_at >= from_day::timestamp at time zone 'UTC'
        and b.call_at < (to_day + 1)::timestamp at time zone 'UTC'
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
