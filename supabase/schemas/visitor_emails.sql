-- Emails from visitors, which the server reads in the team's mailbox. Decision 13.

create table private.visitor_emails (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  booking_id uuid,
  message_id uuid,
  -- How the email was matched: by its In-Reply-To or References header, by the reference in its subject, or only by the
  -- sender's address, which proves nothing. 'new' if the email became a message.
  matched_by text not null,
  -- The kind decides whether the email can be an answer: a program's automatic reply or bounce, or our own email cannot.
  kind text not null,
  -- True if the email counts as the visitor's answer, because it was matched safely or a member accepted it.
  is_answer boolean not null,
  dismissed_at timestamptz,
  -- The Message-ID header, which our next reply names, so that mail programs show one thread.
  header_id text,
  sent_at timestamptz,
  from_name text not null,
  from_address text not null,
  subject text not null,
  body text not null,
  -- Earlier emails that the sender's mail program quoted below the text.
  quoted text not null,
  -- True if the email was larger than the server reads, or its text was longer than we store.
  is_cut boolean not null,

  constraint visitor_emails_pkey primary key (id),
  constraint visitor_emails_booking_id_fkey foreign key (booking_id)
    references public.strategy_call_bookings (id) on delete cascade,
  constraint visitor_emails_message_id_fkey foreign key (message_id)
    references public.contact_messages (id) on delete cascade,
  constraint visitor_emails_booking_or_message_check check (num_nonnulls(booking_id, message_id) = 1),
  constraint visitor_emails_matched_by_check check (matched_by in ('thread', 'reference', 'sender', 'new')),
  constraint visitor_emails_kind_check check (kind in ('answer', 'automatic', 'bounce', 'own')),
  constraint visitor_emails_is_answer_check check (not is_answer or (kind = 'answer' and dismissed_at is null)),
  constraint visitor_emails_header_id_check check (char_length(header_id) <= 500),
  constraint visitor_emails_from_name_check check (char_length(from_name) <= 200),
  constraint visitor_emails_from_address_check check (char_length(from_address) <= 254),
  constraint visitor_emails_subject_check check (char_length(subject) <= 500),
  constraint visitor_emails_body_check check (char_length(body) <= 100000),
  constraint visitor_emails_quoted_check check (char_length(quoted) <= 100000)
);

create index visitor_emails_booking_id_idx on private.visitor_emails (booking_id) where booking_id is not null;
create index visitor_emails_message_id_idx on private.visitor_emails (message_id) where message_id is not null;
create index visitor_emails_header_id_idx on private.visitor_emails (header_id);
create index visitor_emails_from_idx on private.visitor_emails (private.mailbox_of(from_address), created_at);

alter table private.visitor_emails enable row level security;

create table private.email_files (
  email uuid not null,
  place integer not null,
  name text not null,
  size integer not null,
  -- Null if the file was over a limit: the file is listed, but only the mailbox has it.
  content bytea,

  constraint email_files_pkey primary key (email, place),
  constraint email_files_email_fkey foreign key (email) references private.visitor_emails (id) on delete cascade,
  constraint email_files_name_check check (char_length(name) between 1 and 200)
);

alter table private.email_files enable row level security;

-- Returns the booking or message to which an email belongs. `letters` are the ids of our emails in the email's headers,
-- `header_ids` all ids, and `subject_references` the beginnings of ids in the subject. A reference proves something
-- only together with the sender's address. A safe match is preferred, then the most recent record.
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
      select 1, 'thread', coalesce(e.booking_id, e.message_id)
      from private.visitor_emails e where e.header_id = any (header_ids) and e.is_answer
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
  update public.strategy_call_bookings b set unanswered_since = private.waiting_since(b), remind_at = null where b.id = booking;
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

-- Accepts or dismisses an email that was matched by its sender's address only. For owners and agents.
create function public.judge_email(email uuid, is_from_visitor boolean) returns void
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  judged private.visitor_emails;
begin
  perform private.require_staff('owner', 'agent');
  perform private.lock_calls();
  select * into judged from private.visitor_emails e where e.id = judge_email.email for update;
  if not found then
    raise exception 'There is no such email.' using errcode = 'PT404';
  elsif judged.kind <> 'answer' or judged.is_answer or judged.dismissed_at is not null then
    perform private.refuse('not_allowed', 'This email has been judged.', '{"from": "judged", "to": "judged"}');
  end if;
  update private.visitor_emails e
  set is_answer = is_from_visitor, dismissed_at = case when not is_from_visitor then now() end
  where e.id = judged.id;
  if is_from_visitor then
    perform private.give_turn_to_team(judged.booking_id, judged.message_id);
  end if;
  perform private.record(
    case when is_from_visitor then 'email_accepted' else 'email_dismissed' end,
    case when judged.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
    coalesce(judged.booking_id, judged.message_id), jsonb_build_object('email', judged.id)
  );
  perform private.notify_row(
    case when judged.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end, 'UPDATE',
    coalesce(judged.booking_id, judged.message_id)
  );
end
$$;
grant execute on function public.judge_email(uuid, boolean) to authenticated;

-- Returns the emails of a record, the oldest first. Omits the contents of files.
create function private.emails_about(row_id uuid) returns jsonb
  language sql stable
  set search_path = ''
  as $$
    select coalesce(jsonb_agg(
      to_jsonb(e) - '{booking_id,message_id,header_id}'::text[] || jsonb_build_object('files', (
        select coalesce(jsonb_agg(
          jsonb_build_object('name', f.name, 'size', f.size, 'is_stored', f.content is not null) order by f.place
        ), '[]')
        from private.email_files f where f.email = e.id
      )) order by e.created_at, e.id
    ), '[]')
    from private.visitor_emails e where e.booking_id = row_id or e.message_id = row_id
  $$;

-- The server calls this with the member's claims. Returns null if the file was not stored.
create function private.read_email_file(email uuid, place integer) returns table (name text, content bytea)
  language plpgsql security definer
  set search_path = ''
  as $$
#variable_conflict use_column
declare
  about private.visitor_emails;
begin
  perform private.require_staff('owner', 'agent', 'viewer');
  select * into about from private.visitor_emails e where e.id = read_email_file.email;
  perform private.record_reading(
    'email_file_read', case when about.booking_id is null then 'contact_messages' else 'strategy_call_bookings' end,
    coalesce(about.booking_id, about.message_id)
  ) where about.id is not null;
  return query select f.name, f.content from private.email_files f
    where f.email = read_email_file.email and f.place = read_email_file.place and f.content is not null;
end
$$;
grant execute on function private.read_email_file(uuid, integer) to backline_upkeep;
