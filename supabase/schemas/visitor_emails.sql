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
