-- Storing the emails that the server reads in the team's mailbox: their records, limits and effects.

-- Returns the booking or message to which an email belongs. `letters` are the ids of our emails in the email's headers,
-- `header_ids` all ids, and `subject_references` the beginnings of ids in the subject. Only the ids of our emails are
-- secret: the others prove something only together with the sender's address. A safe match is preferred, then the most recent record.
create function private.record_of_email(letters uuid[], header_ids text[], subject_references text[], sender text)
  returns table (booking_id uuid, message_id uuid, matched_by text)
  language sql stable
  set search_path = ''
  as $$
    with record as not materialized (
      select b.id as booking_id, null::uuid as message_id, b.id, b.email, b.updated_at,
        b.status in ('new', 'confirmed') as is_open
      from public.strategy_call_bookings b where b.status not in ('spam', 'spam?')
      union all
      select null, m.id, m.id, m.email, m.updated_at, m.status in ('new', 'answered')
      from public.contact_messages m where m.status not in ('spam', 'spam?')
    ),
    candidate as (
      select 1 as rank, 'thread' as matched_by, coalesce(o.booking_id, o.message_id) as id
      from public.outbox o where o.id = any (letters) and o.channel = 'letter' and o.recipient is null
      union all
      select case when t.is_known then 1 else 3 end, case when t.is_known then 'thread' else 'sender' end, r.id
      from private.visitor_emails e join record r on r.id = coalesce(e.booking_id, e.message_id)
      cross join lateral (
        select private.mailbox_of(sender) in (private.mailbox_of(e.from_address), private.mailbox_of(r.email))
          or lower(sender) in (select private.team_addresses())
      ) t (is_known)
      where e.header_id = any (header_ids) and e.is_answer
      union all
      select case when private.mailbox_of(r.email) = private.mailbox_of(sender) then 2 else 3 end,
        case when private.mailbox_of(r.email) = private.mailbox_of(sender) then 'reference' else 'sender' end, r.id
      from record r where left(r.id::text, 8) = any (subject_references)
      union all
      select 4, 'sender', r.id from record r
      where private.mailbox_of(r.email) = private.mailbox_of(sender) and r.is_open
    )
    select r.booking_id, r.message_id, c.matched_by
    from candidate c join record r on r.id = c.id order by c.rank, r.updated_at desc limit 1
  $$;

-- Stores an email once, in the order of the mailbox, and remembers the position in the mailbox in the same transaction.
-- `email` is a parsed email (src/server/features/team-mailbox/types.ts). Returns what happened, for the log: 'stored',
-- 'known', 'limited', 'unmatched', or 'moved' if the mailbox's settings have changed.
create function private.store_visitor_email(
  mailbox_revision uuid, uid_validity bigint, uid bigint, email jsonb, files bytea[]
) returns text
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  mailbox private.team_mailbox;
  found_record record;
  stored uuid := gen_random_uuid();
  row_id uuid;
  subject_table text;
  from_today integer;
  is_answer boolean;
begin
  select * into mailbox from private.team_mailbox for update;
  if mailbox.revision is distinct from mailbox_revision then
    return 'moved';
  elsif mailbox.uid_validity = store_visitor_email.uid_validity and mailbox.last_uid >= uid then
    return 'known';
  end if;
  update private.team_mailbox set uid_validity = store_visitor_email.uid_validity, last_uid = uid;
  insert into private.read_emails (fingerprint) values (decode(email ->> 'fingerprint', 'hex')) on conflict do nothing;
  get diagnostics from_today = row_count;
  if from_today = 0 then
    return 'known';
  end if;
  -- Locks calls before rows, like `booking_to_change`.
  perform private.lock_calls();
  select * into found_record from private.record_of_email(
    array(select jsonb_array_elements_text(email -> 'letters'))::uuid[],
    array(select jsonb_array_elements_text(email -> 'header_ids')),
    array(select jsonb_array_elements_text(email -> 'references')), email ->> 'from_address'
  );
  -- The mailbox also receives the emails that the server sends to the team, which name a record in their subject. An
  -- email that a member wrote in a mail program belongs to a thread.
  if email ->> 'kind' = 'own' and found_record.matched_by is distinct from 'thread'
    or found_record.matched_by is null and not (
      mailbox.makes_messages and email ->> 'kind' = 'answer' and email ->> 'from_address' <> ''
    )
  then
    return 'unmatched';
  end if;
  select count(*) into from_today from private.visitor_emails e
  where e.created_at > now() - interval '1 day' and (
    private.mailbox_of(e.from_address) = private.mailbox_of(email ->> 'from_address')
    or e.booking_id = found_record.booking_id or e.message_id = found_record.message_id
  );
  row_id := coalesce(found_record.booking_id, found_record.message_id);
  subject_table := case when found_record.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end;
  if from_today >= 20 then
    if row_id is not null and not exists (
      select from public.audit_log a
      where a.subject_id = row_id and a.action = 'emails_limited' and a.at > now() - interval '1 day'
    ) then
      perform private.record('emails_limited', subject_table, row_id);
      perform private.notify_row(subject_table, 'UPDATE', row_id);
    end if;
    return 'limited';
  end if;
  if row_id is null then
    row_id := private.message_from_email(email);
    found_record.message_id := row_id;
    found_record.matched_by := 'new';
  end if;
  is_answer := email ->> 'kind' = 'answer' and found_record.matched_by <> 'sender';
  insert into private.visitor_emails (
    id, booking_id, message_id, matched_by, kind, is_answer, header_id, sent_at, from_name, from_address, subject, body,
    quoted, is_cut
  )
  values (
    stored, found_record.booking_id, found_record.message_id, found_record.matched_by, email ->> 'kind', is_answer,
    email ->> 'header_id', (email ->> 'sent_at')::timestamptz, email ->> 'from_name', email ->> 'from_address',
    email ->> 'subject', email ->> 'body', email ->> 'quoted', (email ->> 'is_cut')::boolean
  );
  -- One record keeps at most 50 MB of files, because exports contain them.
  insert into private.email_files (email, place, name, size, content)
  select stored, f.place - 1, f.value ->> 'name', (f.value ->> 'size')::integer, case when (
    select coalesce(sum(length(o.content)), 0) from private.email_files o join private.visitor_emails e on e.id = o.email
    where e.booking_id = found_record.booking_id or e.message_id = found_record.message_id
  ) + sum((f.value ->> 'size')::integer) over (order by f.place) <= 50000000 then files[f.place] end
  from jsonb_array_elements(email -> 'files') with ordinality f (value, place);
  perform private.add_search_text(stored, found_record.booking_id, found_record.message_id, email ->> 'body');
  perform private.record(
    case when is_answer and found_record.matched_by <> 'new' then 'email_received' else 'email_noted' end,
    subject_table, row_id,
    jsonb_build_object('by', case when email ->> 'kind' = 'answer' then 'visitor' else 'automatic' end, 'email', stored)
  );
  if is_answer and found_record.matched_by <> 'new' then
    perform private.give_turn_to_team(found_record.booking_id, found_record.message_id);
  else
    perform private.notify_row(subject_table, 'UPDATE', row_id);
  end if;
  return 'stored';
end
$$;
grant execute on function private.store_visitor_email(uuid, bigint, bigint, jsonb, bytea[]) to backline_upkeep;

-- The visitor has answered: an answer of the team is due from now on, unless one was due before.
create function private.give_turn_to_team(booking uuid, message uuid) returns void
  language plpgsql
  set search_path = ''
  as $$
begin
  perform set_config('backline.by', 'email', true);
  update public.strategy_call_bookings b set unanswered_since = private.waiting_since(b), remind_at = null
  where b.id = booking;
  perform set_config('backline.by', 'visitor', true);
  update public.contact_messages m
  set status = case when m.status in ('answered', 'closed') then 'new' else m.status end,
    unanswered_since = least(m.unanswered_since, now()), remind_at = null
  where m.id = give_turn_to_team.message;
  perform set_config('backline.by', '', true);
end
$$;

-- Creates a message from an email that belongs to no record. The team and the sender get the same emails as after a
-- message from the site.
create function private.message_from_email(email jsonb) returns uuid
  language plpgsql
  set search_path = ''
  as $$
declare
  made uuid;
begin
  perform set_config('backline.by', 'visitor', true);
  insert into public.contact_messages (name, email, company, message, inquiry_type, source)
  values (
    coalesce(nullif(private.trimmed(email ->> 'from_name'), ''), left(email ->> 'from_address', 200)),
    email ->> 'from_address', left(split_part(email ->> 'from_address', '@', 2), 200),
    coalesce(
      nullif(private.trimmed(left(email ->> 'body', 5000)), ''), nullif(private.trimmed(email ->> 'subject'), ''), '-'
    ), 'other', 'email'
  )
  returning id into made;
  perform set_config('backline.by', '', true);
  return made;
end
$$;
