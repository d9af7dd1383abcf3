-- Lets members retry or cancel emails and deliveries. For owners and agents.

-- Queues an email again, with the same cause as the sent email. An outdated email is dropped when its text is
-- written, just before sending. Two simultaneous requests queue only one email, and a reader receives at most four
-- emails a day (decision 13).
create function private.resend_letter(was public.outbox) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  first text := coalesce(was.facts ->> 'again', was.id::text);
  under_way uuid;
  just_now integer;
  lately integer;
  copy uuid;
begin
  if was.kind in ('account', 'own-data') then
    perform private.refuse('not_allowed', 'The text of this email contained a key and was deleted after sending.', '{}');
  elsif was.ends_at <= now() then
    perform private.refuse('not_allowed', 'It is too late to send this email.', '{}');
  end if;
  perform pg_advisory_xact_lock(hashtextextended(
    concat_ws(' ', 'letters again to', was.booking_id, was.message_id, was.user_id, was.recipient), 0
  ));
  select
    (array_agg(o.id) filter (where o.facts ->> 'again' = first and o.state in ('waiting', 'sending')))[1],
    count(*) filter (
      where o.facts ->> 'again' = first and o.state = 'sent' and o.settled_at > now() - interval '10 minutes'
    ),
    count(*)
  into under_way, just_now, lately
  from public.outbox o
  where o.created_at > now() - interval '1 day' and o.facts ? 'again' and o.state <> 'dropped'
    and (o.booking_id, o.message_id, o.user_id, o.recipient)
      is not distinct from (was.booking_id, was.message_id, was.user_id, was.recipient);
  if under_way is not null then
    return under_way;
  elsif just_now > 0 then
    perform private.refuse('not_allowed', 'This email was sent again less than ten minutes ago.', '{}');
  elsif lately >= 4 then
    perform private.refuse('not_allowed', 'Four emails have been resent to this recipient in the last 24 hours. Contact them another way.', '{}');
  end if;
  insert into public.outbox (channel, kind, sent_as, booking_id, message_id, user_id, recipient, facts, ends_at)
  values (
    was.channel, was.kind, was.sent_as, was.booking_id, was.message_id, was.user_id, was.recipient,
    was.facts || jsonb_build_object('again', first), was.ends_at
  )
  returning id into copy;
  perform private.record('letter_retried', 'outbox', was.id, jsonb_build_object('kind', was.kind));
  return copy;
end
$$;

create function private.outbox_to_change(item uuid) returns public.outbox
  language plpgsql
  set search_path = ''
  as $$
declare
  was public.outbox;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from public.outbox o where o.id = item for update;
  if not found or (was.user_id is not null and private.staff_role() <> 'owner') then
    raise exception 'There is no such email or delivery.' using errcode = 'PT404';
  end if;
  return was;
end
$$;

-- Sends an email again, or tries a failed or waiting item now. Returns the item that will be sent.
create function public.retry_delivery(item uuid) returns uuid
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox := private.outbox_to_change(item);
begin
  if was.channel = 'letter' and was.state = 'sent' then
    return private.resend_letter(was);
  elsif was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('This delivery is %s and cannot be sent again.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o set
    state = 'waiting', due_at = now(), first_due_at = null, abandon_at = now() + interval '3 days', attempts = 0,
    settled_at = null
  where o.id = item;
  perform private.record(was.channel || '_retried', 'outbox', item, jsonb_build_object('kind', was.kind));
  perform pg_notify('outbox', was.channel);
  return item;
end
$$;
grant execute on function public.retry_delivery(uuid) to authenticated;

create function public.cancel_delivery(item uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was public.outbox := private.outbox_to_change(item);
begin
  if was.state not in ('failed', 'waiting') then
    perform private.refuse(
      'not_allowed', format('This delivery is %s and cannot be cancelled.', was.state), jsonb_build_object('state', was.state)
    );
  end if;
  update public.outbox o
  set state = 'dropped', reason = 'cancelled by a member', settled_at = now(), sealed = null where o.id = item;
  perform private.record(was.channel || '_stopped', 'outbox', item, jsonb_build_object('kind', was.kind));
end
$$;
grant execute on function public.cancel_delivery(uuid) to authenticated;
