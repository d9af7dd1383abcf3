-- Messages from the contact form. Visitors insert the columns of the form; the desk sets the others.
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
  due_at timestamptz generated always as (
    case when status = 'new' and answered_at is null then private.promised_by(created_at) end
  ) stored,
  search text generated always as (private.search_text(null, name, email, company)) stored,
  mailbox text,

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
  constraint contact_messages_filled_by_check check (filled_by in ('person', 'browser')),
  constraint contact_messages_mailbox_check check (mailbox in ('asked', 'confirmed'))
);

comment on table public.contact_messages is 'Messages from the contact form, each owed an answer within 24 hours.';

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
revoke all on public.contact_messages from public, anon, authenticated, service_role;

grant
  insert (
    id, name, email, company, message, inquiry_type, fill_seconds, budget_note, session_id, landing_page, referrer,
    filled_by
  )
  on public.contact_messages to anon, authenticated;
grant
  select (
    id, created_at, name, email, company, inquiry_type, status, assigned_to, updated_at, source, campaign, first_view,
    answered_at, due_at
  ),
  update (assigned_to)
  on public.contact_messages to authenticated;
grant select, insert, update, delete on public.contact_messages to service_role;
grant
  select (id, created_at, name, email, company, message, inquiry_type, status, answered_at, due_at)
  on public.contact_messages to backline_outbox;

create policy "visitors may write to us" on public.contact_messages
  for insert to anon, authenticated
  with check (
    status = case
      when mailbox is not null or private.looks_automatic(email, fill_seconds, filled_by, budget_note) then 'spam?'
      else 'new'
    end
    and assigned_to is null and mailbox is distinct from 'confirmed'
    and source = private.visit_source(landing_page, referrer)
    and campaign is not distinct from private.visit_campaign(landing_page)
    and first_view is not distinct from private.visit_first_view(landing_page)
  );

create policy "staff read messages" on public.contact_messages
  for select to authenticated using ((select private.staff_role()) is not null);

create policy "agents answer messages" on public.contact_messages
  for update to authenticated
  using ((select private.staff_role()) in ('owner', 'agent'))
  with check ((select private.staff_role()) in ('owner', 'agent'));

create policy "letters are written" on public.contact_messages for select to backline_outbox using (true);

create policy "programs of ours" on public.contact_messages to service_role using (true) with check (true);

-- Triggers of one moment run in the order of their names.
create trigger tidy before insert or update on public.contact_messages
  for each row execute function private.tidy_contact_message();

create trigger tidy_and_weigh before insert on public.contact_messages
  for each row when (current_user in ('anon', 'authenticated')) execute function private.weigh_arrival();

create trigger notify after update on public.contact_messages
  for each row execute function private.notify_change();

create trigger judge before update on public.contact_messages
  for each row execute function private.judge_message();

create trigger assign before update on public.contact_messages
  for each row when (new.assigned_to is not null and new.assigned_to is distinct from old.assigned_to)
  execute function private.check_assignee();

create trigger record_move after update on public.contact_messages
  for each row when (old.status <> new.status) execute function private.record_move('message_moved');

create trigger record_assignment after update on public.contact_messages
  for each row when (old.assigned_to is distinct from new.assigned_to)
  execute function private.record_assignment('message_assigned');

create trigger enqueue_letters after update on public.contact_messages
  for each row execute function private.enqueue_message_letters();

create trigger enqueue_events after update on public.contact_messages
  for each row execute function private.enqueue_message_events();

create trigger notify_deletion after delete on public.contact_messages
  for each row execute function private.notify_deletion();

create trigger tidy_then_ask before insert on public.contact_messages
  for each row execute function private.ask_mailbox_first();

create trigger enqueue_question after insert on public.contact_messages
  for each row when (new.mailbox = 'asked') execute function private.enqueue_question();

create trigger enqueue_arrivals after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.enqueue_for_messages();

create trigger notify_arrivals after insert on public.contact_messages
  referencing new table as arrived for each statement execute function private.tell_of_arrivals();

create function private.tidy_contact_message() returns trigger
  language plpgsql
  set search_path = ''
  as $$
begin
  if tg_op = 'UPDATE' then
    new.updated_at := now();
  end if;
  new.name := private.trimmed(new.name);
  new.email := private.trimmed(new.email);
  new.company := private.trimmed(new.company);
  new.message := private.trimmed(new.message);
  new.budget_note := nullif(private.trimmed(new.budget_note), '');
  new.landing_page := nullif(private.trimmed(new.landing_page), '');
  new.referrer := nullif(private.trimmed(new.referrer), '');
  return new;
end
$$;
