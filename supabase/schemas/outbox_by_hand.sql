-- By hand, from the desk: tries once more what was given up, or gives up what waits.
create function public.send_again(item uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s is not sent again.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o set
    state = 'waiting', due_at = now(), first_due_at = null, give_up_at = now() + interval '3 days', attempts = 0,
    settled_at = null
  where o.id = item;
  perform private.record(was.channel || '_retried', 'outbox', item, jsonb_build_object('kind', was.kind));
  perform pg_notify('outbox', was.channel);
end
$$;
grant execute on function public.send_again(uuid) to authenticated;

create function public.give_up(item uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is nothing like that to send.' using errcode = 'PT404';
  end if;
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('What is %s cannot be given up.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o
  set state = 'dropped', reason = 'given up by hand', settled_at = now(), sealed = null where o.id = item;
  perform private.record(was.channel || '_stopped', 'outbox', item, jsonb_build_object('kind', was.kind));
end
$$;
grant execute on function public.give_up(uuid) to authenticated;
