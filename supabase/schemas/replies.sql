-- Replies from members to visitors, which the outbox sends. For owners and agents.

-- Only the functions below can read and write replies, so that each reading is logged.
create table private.replies (
  id uuid not null,
  created_at timestamptz not null default now(),
  -- There is no foreign key, because a reply stays when its author's account is deleted.
  author uuid not null default auth.uid(),
  booking_id uuid,
  message_id uuid,
  body text not null,
  -- The values before the reply, which an undo restores.
  unanswered_since timestamptz,
  remind_at timestamptz,

  constraint replies_pkey primary key (id),
  constraint replies_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint replies_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint replies_booking_or_message_check check (num_nonnulls(booking_id, message_id) = 1),
  -- An email with an unfilled field is never sent; only `{link}` is filled in later, when the email is sent.
  constraint replies_body_check check (body <> '' and char_length(body) <= 10000 and body !~ '[{](name|company|time)[}]')
);

create index replies_booking_id_idx on private.replies (booking_id) where booking_id is not null;
create index replies_message_id_idx on private.replies (message_id) where message_id is not null;

alter table private.replies enable row level security;

-- `seen` is the last reply or email of the visitor that the author has read: if two members reply at the same time, the
-- second member has to read the first reply. A repeated request does not add a second reply. The email waits until the
-- undo window ends. If the visitor has not answered after `remind_days`, it is the team's turn again.
create function public.send_reply(
  reply uuid, body text, booking uuid default null, message uuid default null, seen uuid default null,
  remind_days integer default null
) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  subject text := case when booking is null then 'contact_messages' else 'strategy_call_bookings' end;
  row_id uuid := coalesce(booking, message);
  last record;
  state text;
  address text;
  was record;
  becomes timestamptz;
  reminder timestamptz := private.reminder_time(remind_days);
begin
  perform private.require_staff('owner', 'agent');
  if exists (select from private.replies r where r.id = reply and r.author = auth.uid()) then
    return;
  end if;
  -- Locks calls before rows, like `booking_to_change`, because a reply also changes holds.
  perform private.lock_calls() where booking is not null;
  select b.status, b.email into state, address from public.strategy_call_bookings b where b.id = send_reply.booking for update;
  if booking is null then
    select m.status, m.email into state, address from public.contact_messages m where m.id = send_reply.message for update;
  end if;
  if state is null then
    raise exception 'There is no such booking or message.' using errcode = 'PT404';
  elsif address is null then
    perform private.refuse('no_address', 'The visitor left no email address.', '{}');
  elsif state in ('spam', 'spam?') then
    perform private.refuse(
      'not_allowed', 'Suspected spam cannot be answered.', jsonb_build_object('from', state, 'to', 'answered')
    );
  end if;
  select * into last from private.last_said(row_id);
  if last.id is distinct from seen then
    perform private.refuse(
      'replied', 'Someone else has replied.', jsonb_build_object('by', last.author, 'at', last.at)
    );
  elsif (
    select count(*) from private.replies r
    where coalesce(r.booking_id, r.message_id) = row_id and r.created_at > now() - interval '1 day'
  ) >= 10 then
    perform private.refuse('too_many', 'Ten replies have been sent to this visitor in the last 24 hours. Contact them another way.', '{}');
  end if;

  was := private.turn_of(booking, message);
  insert into private.replies (id, booking_id, message_id, body, unanswered_since, remind_at)
  values (reply, booking, message, private.trimmed(send_reply.body), was.unanswered_since, was.remind_at);
  perform private.add_search_text(reply, booking, message, send_reply.body);
  insert into public.outbox (channel, kind, booking_id, message_id, facts, due_at)
  values ('letter', 'reply', booking, message, jsonb_build_object('reply', reply), now() + private.undo_window());
  -- The visitor has to act next. An open offer stays open, and a proposal still needs a decision.
  if booking is null then
    update public.contact_messages m
    set status = case m.status when 'new' then 'answered' else m.status end, unanswered_since = reminder, remind_at = reminder
    where m.id = row_id;
  else
    update public.strategy_call_bookings b set (unanswered_since, remind_at) = (
      select n.since, case when n.since = reminder then reminder end from (
        select case
          when b.proposed_time is not null then b.unanswered_since
          when b.status = 'new' then greatest((private.offered_times(b.id, now()) -> 0 ->> 'until')::timestamptz, reminder)
          else reminder
        end as since
      ) n
    ) where b.id = row_id
    returning unanswered_since into becomes;
  end if;
  perform private.record(
    case when booking is null then 'message_replied' else 'booking_replied' end, subject, row_id,
    jsonb_strip_nulls(jsonb_build_object('reply', reply, 'remind_at', case when becomes is null or becomes = reminder then reminder end))
  );
end
$$;
grant execute on function public.send_reply(uuid, text, uuid, uuid, uuid, integer) to authenticated;

-- Returns the last reply or accepted email in a conversation; `author` is null for the visitor's.
create function private.last_said(row_id uuid) returns table (id uuid, author uuid, at timestamptz)
  language sql stable
  set search_path = ''
  as $$
    select s.* from (
      select r.id, r.author, r.created_at from private.replies r where r.booking_id = row_id or r.message_id = row_id
      union all
      select e.id, null, e.created_at from private.visitor_emails e
      where (e.booking_id = row_id or e.message_id = row_id) and e.is_answer
    ) s (id, author, at)
    order by s.at desc, s.id limit 1
  $$;

-- Undoes a member's own reply while the email is waiting.
create function public.undo_reply(reply uuid) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  was private.replies;
  subject text;
begin
  perform private.require_staff('owner', 'agent');
  select * into was from private.replies r where r.id = reply and r.author = auth.uid() for update;
  if not found then
    raise exception 'You have no such reply.' using errcode = 'PT404';
  end if;
  perform private.lock_calls() where was.booking_id is not null;
  -- A member who replies at the same time locks this row, too.
  perform from public.strategy_call_bookings b where b.id = was.booking_id for update;
  perform from public.contact_messages m where m.id = was.message_id for update;
  delete from public.outbox o
  where (o.booking_id = was.booking_id or o.message_id = was.message_id) and o.kind = 'reply'
    and o.facts ->> 'reply' = reply::text and o.state = 'waiting' and o.attempts = 0;
  if not found then
    perform private.refuse(
      'not_allowed', 'The reply is already being sent.', jsonb_build_object('from', 'sending', 'to', 'waiting')
    );
  end if;
  delete from private.replies r where r.id = reply;
  delete from private.said s where s.thing = reply;
  subject := case when was.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end;
  perform private.record('reply_undone', subject, coalesce(was.booking_id, was.message_id));
  -- Moves the earlier turn to the next reply, so that undoing that reply restores it. If there is no later reply, it is
  -- the earlier turn again.
  update private.replies r set unanswered_since = was.unanswered_since, remind_at = was.remind_at
  where (r.unanswered_since is null or r.remind_at is not null) and r.id = (
    select n.id from private.replies n
    where (n.booking_id = was.booking_id or n.message_id = was.message_id) and n.created_at >= was.created_at
    order by n.created_at limit 1
  );
  if found then
    null;
  elsif was.booking_id is null then
    perform private.set_turn(null, m.id, was.unanswered_since, was.remind_at)
    from public.contact_messages m where m.id = was.message_id and m.status = 'answered';
    perform private.reopen_message(was.message_id);
  else
    update public.outbox o
    set facts = jsonb_set(
      o.facts, '{was}', (o.facts -> 'was') || jsonb_build_object('unanswered_since', was.unanswered_since) || case
        when not exists (select from private.replies r where r.booking_id = was.booking_id) then '{"answered_at": null}'::jsonb
        else '{}'
      end
    )
    where o.booking_id = was.booking_id and o.kind = 'times-offered' and o.state = 'waiting'
      and o.facts #>> '{was,unanswered_since}' is null;
    -- This reply set the reminder, if there is one.
    perform private.set_turn(b.id, null, null, null)
    from public.strategy_call_bookings b where b.id = was.booking_id and b.remind_at is not null;
    perform private.reopen_request(was.booking_id, was.unanswered_since);
    perform private.set_turn(b.id, null, was.unanswered_since, was.remind_at)
    from public.strategy_call_bookings b
    where b.id = was.booking_id and (was.remind_at is not null or b.status <> 'new' and b.unanswered_since is null);
  end if;
  perform private.notify_row(subject, 'UPDATE', coalesce(was.booking_id, was.message_id));
end
$$;
grant execute on function public.undo_reply(uuid) to authenticated;

-- A request without a reply has been waiting for an answer since its creation, unless a later time is known.
create function private.reopen_request(booking uuid, since timestamptz) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  is_answered constant boolean := exists (select from private.replies r where r.booking_id = booking);
begin
  perform set_config('backline.undo', 'true', true);
  update public.strategy_call_bookings b set unanswered_since = coalesce(since, b.created_at),
    answered_at = case when is_answered then b.answered_at end
  where b.id = booking and b.status = 'new' and b.unanswered_since is null and (since is not null or not is_answered);
  perform set_config('backline.undo', '', true);
end
$$;

-- Reopens the message that this reply answered, unless another reply followed. In the audit log, the reply has the same
-- time as the move that it caused.
create function private.reopen_message(message uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
declare
  answer record;
begin
  select l.at, l.details -> 'was' as was into answer
  from public.contact_messages m join public.audit_log l on l.subject_id = m.id
  where m.id = reopen_message.message and m.status = 'answered' and l.action = 'message_moved' and l.details ->> 'from' = 'new'
  order by l.at desc, l.id desc limit 1;
  if exists (select from public.audit_log a where a.subject_id = message and a.action = 'message_replied' and a.at = answer.at)
    and not exists (select from private.replies r where r.message_id = message and r.created_at >= answer.at)
  then
    perform set_config('backline.undo', 'true', true);
    update public.contact_messages m set (status, answered_at, unanswered_since, remind_at) = (
      select 'new', b.answered_at, b.unanswered_since, b.remind_at
      from jsonb_populate_record(null::public.contact_messages, answer.was) b
    )
    where m.id = reopen_message.message;
    perform set_config('backline.undo', '', true);
  end if;
end
$$;

-- Returns the replies to a row, the oldest first, with the state of each email.
create function private.replies_to(row_id uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(
      jsonb_build_object(
        'id', r.id, 'at', r.created_at, 'author', r.author, 'body', r.body, 'state', o.state, 'reason', o.reason
      ) order by r.created_at, r.id
    ), '[]')
    from private.replies r
    left join lateral (
      select o.state, o.reason from public.outbox o
      where (o.booking_id = row_id or o.message_id = row_id) and o.kind = 'reply' and o.facts ->> 'reply' = r.id::text
      order by o.created_at desc limit 1
    ) o on true
    where r.booking_id = row_id or r.message_id = row_id
  $$;

-- Returns the email's text, its author as in `host_of_call`, the earlier emails in the thread (ids of our emails, and
-- Message-ID headers of the visitor's), and the visitor's latest email, which the reply quotes.
create function private.reply_letter(item uuid) returns jsonb
  language sql stable security definer
  set search_path = ''
  as $$
    with about as (
      select r.*, i.created_at as queued_at from public.outbox i join private.replies r on r.id = (i.facts ->> 'reply')::uuid
      where i.id = reply_letter.item and i.kind = 'reply'
    )
    select jsonb_build_object(
      'body', a.body, 'author', nullif(private.trimmed(u.raw_user_meta_data ->> 'name'), ''), 'thread', (
        select coalesce(jsonb_agg(t.id order by t.at, t.id), '[]') from (
          select o.id::text, o.created_at as at from public.outbox o
          where (o.booking_id = a.booking_id or o.message_id = a.message_id) and o.channel = 'letter'
            and o.recipient is null and (o.state = 'sent' or o.may_have_arrived) and o.created_at < a.queued_at
            and o.kind in ('request-received', 'message-received', 'reply')
          union all
          select e.header_id, e.created_at from private.visitor_emails e
          where (e.booking_id = a.booking_id or e.message_id = a.message_id) and e.is_answer and e.header_id is not null
            and e.created_at < a.queued_at
        ) t
      ), 'quoted', (
        select jsonb_build_object(
          'at', floor(extract(epoch from coalesce(e.sent_at, e.created_at)) * 1000), 'words', e.body
        )
        from private.visitor_emails e
        where (e.booking_id = a.booking_id or e.message_id = a.message_id) and e.is_answer and e.body <> ''
          and e.created_at < a.queued_at
        order by e.created_at desc, e.id limit 1
      )
    )
    from about a left join auth.users u on u.id = a.author
  $$;
grant execute on function private.reply_letter(uuid) to backline_outbox;
