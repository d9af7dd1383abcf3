-- Functions that list the possible hosts of a call, and functions that reassign a call. For owners and agents.

-- Refuses the change if the call's host or time differs from `expected_host` or `expected_time`, which the caller saw.
create function public.reassign_call(
  booking uuid, expected_host uuid, host uuid, anyway boolean default false, expected_time timestamptz default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.strategy_call_bookings := private.booking_to_change(booking);
begin
  if was.status <> 'confirmed' or was.assigned_to is distinct from expected_host
    or (expected_time is not null and was.call_at is distinct from expected_time)
  then
    perform private.refuse_conflict(was.id, was.status, was.confirmed, was.updated_at);
  end if;
  perform private.check_call(was.id, was.confirmed, host, anyway);
  update public.strategy_call_bookings b set assigned_to = reassign_call.host where b.id = was.id;
end
$$;
grant execute on function public.reassign_call(uuid, uuid, uuid, boolean, timestamptz) to authenticated;

-- Returns all hosts with their conflicts. Hosts without conflicts come first: the host of this request's hold, then the host
-- who has gone longest without a new call.
create function public.hosts_for_call(booking uuid, call_start timestamptz, call_minutes integer default null) returns jsonb
  language plpgsql stable security definer
  set search_path = ''
  as $$
#variable_conflict use_variable
declare
  slot tstzrange;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  if not isfinite(call_start) or call_minutes not between 5 and 480 then
    raise exception 'call_start, and call_minutes between 5 and 480, are required' using errcode = '22023';
  end if;
  slot := tstzrange(call_start, call_start + make_interval(
    mins => coalesce(call_minutes, (select s.call_minutes from public.desk_settings s))
  ));
  return (
    with host as (
      select h.id, h.last_given_at, private.person_name(u.raw_user_meta_data, u.email) as name,
        array(
          select 'overlap' where exists (
            select from public.strategy_call_bookings b
            where b.status = 'confirmed' and b.confirmed && slot and b.assigned_to = h.id and b.id <> hosts_for_call.booking
          )
          union all
          select w.code from private.call_warnings(hosts_for_call.booking, slot, h.id) w
        ) as reasons,
        -- Compares only start times, because the desk can choose another length.
        exists (
          select from private.call_holds c
          where c.booking = hosts_for_call.booking and c.host = h.id and lower(c.slot) = call_start and c.until > now()
        ) as is_held
      from private.active_hosts() h join auth.users u on u.id = h.id
    ),
    placed as (
      select h.*, row_number() over (
        order by cardinality(h.reasons) > 0, not h.is_held, h.last_given_at nulls first, h.id
      ) as place
      from host h
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', p.id, 'name', p.name, 'is_free', cardinality(p.reasons) = 0, 'reasons', p.reasons,
      'last_given_at', private.iso_instant(p.last_given_at), 'is_proposed', p.place = 1 and cardinality(p.reasons) = 0,
      'is_held', p.is_held
    ) order by p.place), '[]')
    from placed p
  );
end
$$;
grant execute on function public.hosts_for_call(uuid, timestamptz, integer) to authenticated;
