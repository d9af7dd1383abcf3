-- Changes several rows of a list at once, under the same rules as for one row. For owners and agents.

-- `rows` contains {id, from, to}. 'move' and 'assign' start from the state or assignee that the caller saw; 'undo' reverts
-- the caller's last move, which led to `from`. Skips rows that have changed, moves that are not allowed, and confirmed calls
-- that would be reassigned. Returns the ids of the changed rows. Their log entries get the same `batch`.
create function public.change_rows(list text, act text, rows jsonb) returns jsonb
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one record;
  done uuid[] := '{}';
begin
  perform private.require_staff('owner', 'agent');
  if jsonb_array_length(rows) > 500 then
    raise exception 'at most 500 rows at once' using errcode = '22023';
  end if;
  perform set_config('backline.batch', gen_random_uuid()::text, true);
  -- Changes rows in the order of their ids, so that two simultaneous changes do not deadlock.
  for one in select w.* from jsonb_to_recordset(rows) w (id uuid, "from" text, "to" text) order by w.id loop
    begin
      case list || ' ' || act
        when 'bookings move' then perform public.move_booking(one.id, one."from", one."to");
        when 'messages move' then perform public.move_message(one.id, one."from", one."to");
        when 'bookings undo' then perform public.undo_booking_move(one.id, one."from");
        when 'messages undo' then perform public.undo_message_move(one.id, one."from");
        when 'bookings assign' then
          update public.strategy_call_bookings b set assigned_to = one."to"::uuid
          where b.id = one.id and b.assigned_to is not distinct from one."from"::uuid and b.status <> 'confirmed';
        when 'messages assign' then
          update public.contact_messages m set assigned_to = one."to"::uuid
          where m.id = one.id and m.assigned_to is not distinct from one."from"::uuid;
        else raise exception 'cannot % many %', act, list using errcode = '22023';
      end case;
      if found then
        done := done || one.id;
      end if;
    exception when sqlstate 'PT409' or sqlstate 'PT404' then null;
    end;
  end loop;
  perform set_config('backline.batch', '', true);
  return to_jsonb(done);
end
$$;
grant execute on function public.change_rows(text, text, jsonb) to authenticated;
