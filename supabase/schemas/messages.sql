-- Visitors can insert the columns of the form. The desk sets the other columns.
create table public.contact_messages (
  id uuid not null default gen_random_uuid(),
  created_at timestamptz not null default now(),
  name text not null,
  email text not null,
  company text not null,
  message text not null,
  inquiry_type text not null,
  status text not null default 'new',
  assigned_to uuid,
  updated_at timestamptz not null default now(),
  fill_seconds real,
  budget_note text,
  session_id uuid,
  landing_page text,
  referrer text,
  source text not null default 'site',
  campaign text,
  first_view text,
  answered_at timestamptz,
  filled_by text,
  -- The hours within which an answer was promised.
  answer_hours integer not null default private.answer_hours(),
  -- As in bookings. Null if no answer is due.
  unanswered_since timestamptz,
  remind_at timestamptz,
  due_at timestamptz generated always as (
    case when status not in ('spam?', 'spam') then private.answer_due_time(unanswered_since, answer_hours) end
  ) stored,
  search text generated always as (private.search_text(null, name, email, company)) stored,

  constraint contact_messages_pkey primary key (id),
  constraint contact_messages_name_check check (char_length(name) between 1 and 200),
  constraint contact_messages_email_check check (
    char_length(email) <= 254
    and email ~ '^[a-zA-Z0-9.!#$%&''*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$'
  ),
  constraint contact_messages_company_check check (char_length(company) between 1 and 200),
  constraint contact_messages_message_check check (char_length(message) between 1 and 5000),
  constraint contact_messages_inquiry_type_check check (
    inquiry_type in ('partner360', 'services', 'partnership', 'support', 'other')
  ),
  constraint contact_messages_fill_seconds_check check (fill_seconds between 0 and 1e9),
  constraint contact_messages_budget_note_check check (char_length(budget_note) between 1 and 2000),
  constraint contact_messages_status_check check (status in ('new', 'spam?', 'answered', 'closed', 'spam')),
  constraint contact_messages_landing_page_check check (char_length(landing_page) between 1 and 2000),
  constraint contact_messages_referrer_check check (char_length(referrer) between 1 and 2000),
  constraint contact_messages_source_check check (char_length(source) between 1 and 100),
  constraint contact_messages_campaign_check check (char_length(campaign) between 1 and 100),
  constraint contact_messages_first_view_check check (char_length(first_view) between 1 and 100),
  constraint contact_messages_filled_by_check check (filled_by in ('person', 'browser'))
);

comment on table public.contact_messages is 'Messages from the contact form, each to be answered within the promised hours.';

create index contact_messages_created_at_idx on public.contact_messages (created_at, id)
  include (status, assigned_to, source, due_at, search);
create index contact_messages_name_idx on public.contact_messages (name, id) include (status);
create index contact_messages_company_idx on public.contact_messages (company, id) include (status);
create index contact_messages_source_idx on public.contact_messages (source, id) include (status);
create index contact_messages_status_idx on public.contact_messages (status, id);
create index contact_messages_person_idx on public.contact_messages (lower(email));
create index contact_messages_due_at_idx on public.contact_messages (due_at, created_at desc, id)
  include (status, assigned_to, source);
create index contact_messages_mailbox_idx on public.contact_messages (private.mailbox_of(email), created_at);

alter table public.contact_messages enable row level security;

grant
  insert (
    id, name, email, company, message, inquiry_type, fill_seconds, budget_note, session_id, landing_page, referrer,
    filled_by
  )
  on public.contact_messages to anon, authenticated;
grant
  select (
    id, created_at, name, email, company, inquiry_type, status, assigned_to, updated_at, source, campaign, first_view,
    answered_at, answer_hours, unanswered_since, remind_at, due_at
  ),
  update (assigned_to)
  on public.contact_messages to authenticated;
grant select, insert, update, delete on public.contact_messages to service_role;
grant
  select (id, created_at, name, email, company, message, inquiry_type, status, answer_hours, unanswered_since, due_at)
  on public.contact_messages to backline_outbox;

create policy "visitors send messages" on public.contact_messages
  for insert to anon, authenticated
  with check (
    status = case
      when private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and assigned_to is null
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

create policy "members read messages" on public.contact_messages
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "agents change messages" on public.contact_messages
  for update to authenticated
  using ((select private.staff_role()) in ('owner', 'agent'))
  with check ((select private.staff_role()) in ('owner', 'agent'));

create policy "the outbox reads" on public.contact_messages for select to backline_outbox using (true);

create policy "service role" on public.contact_messages to service_role using (true) with check (true);

create trigger before_insert before insert on public.contact_messages
  for each row execute function private.before_message_insert();

create trigger after_insert after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.after_message_insert();

create trigger before_update before update on public.contact_messages
  for each row execute function private.before_message_update();

create trigger after_update after update on public.contact_messages
  for each row execute function private.after_message_update();

create trigger after_delete after delete on public.contact_messages
  for each row execute function private.notify_deletion();

-- Performs the same steps as the trigger for bookings (booking_rows.sql).
create function private.before_message_insert() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  new := private.normalized_message(new);
  if new.status in ('new', 'spam?') and new.answered_at is null then
    new.unanswered_since := coalesce(new.unanswered_since, new.created_at);
  end if;
  if current_user in ('anon', 'authenticated') then
    if new.status = 'new' and private.looks_automatic(new.email, new.fill_seconds, new.filled_by, new.budget_note) then
      new.status := 'spam?';
    end if;
    new.source := private.visit_source(new.landing_page, new.referrer);
    new.campaign := private.visit_campaign(new.landing_page);
    new.first_view := private.visit_first_view(new.landing_page);
  end if;
  return new;
end
$$;

create function private.after_message_insert() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
declare
  one public.contact_messages;
begin
  perform private.add_search_text(a.id, null, a.id, a.message) from arrived a;
  for one in
    select * from arrived a where a.status = 'new' and private.is_new_row(a.created_at) order by private.mailbox_of(a.email)
  loop
    perform private.enqueue_receipt(null, one.id, 'message-received', 'team-message');
    perform private.enqueue_message_event(one);
  end loop;
  perform private.notify_new_rows('contact_messages', array(select a.id from arrived a));
  return null;
end
$$;

create function private.before_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.assigned_to is distinct from old.assigned_to then
    perform private.check_assignee(new.assigned_to);
  end if;
  new := private.checked_message_move(old, new);
  new.remind_at := private.current_reminder(new.remind_at, new.unanswered_since);
  new := private.normalized_message(new);
  new.updated_at := now();
  return new;
end
$$;

create function private.after_message_update() returns trigger
  language plpgsql security definer
  set search_path = ''
  as $$
begin
  if new.message <> old.message then
    perform private.add_search_text(new.id, null, new.id, new.message);
  end if;
  if new.status = 'new' and old.status in ('spam?', 'spam') then
    perform private.enqueue_message_event(new);
    perform private.enqueue_receipt(null, new.id, 'message-received', 'team-message');
  end if;
  perform private.enqueue_message_changes(old, new);
  perform private.notify_row('contact_messages', 'UPDATE', new.id);
  if new.assigned_to is distinct from old.assigned_to then
    perform private.record_assignment('message_assigned', 'contact_messages', new.id, old.assigned_to, new.assigned_to);
  end if;
  if new.status <> old.status then
    perform private.record_move('message_moved', 'contact_messages', to_jsonb(old), to_jsonb(new));
  end if;
  return null;
end
$$;

create function private.normalized_message(message public.contact_messages) returns public.contact_messages
  language plpgsql
  set search_path = ''
  as $$
begin
  message.name := private.trimmed(message.name);
  message.email := private.trimmed(message.email);
  message.company := private.trimmed(message.company);
  message.message := private.trimmed(message.message);
  message.budget_note := nullif(private.trimmed(message.budget_note), '');
  message.landing_page := nullif(private.trimmed(message.landing_page), '');
  message.referrer := nullif(private.trimmed(message.referrer), '');
  return message;
end
$$;
grant execute on function private.normalized_message(public.contact_messages) to anon, authenticated, service_role;
