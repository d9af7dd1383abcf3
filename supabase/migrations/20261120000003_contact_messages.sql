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
  constraint contact_messages_status_check check (status in ('new', 'answered', 'closed', 'spam'))
);

comment on table public.contact_messages is 'Messages from the contact form, each owed an answer within 24 hours.';

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
  return new;
end
$$;

create trigger tidy before insert or update on public.contact_messages
  for each row execute function private.tidy_contact_message();

alter table public.contact_messages enable row level security;
revoke all on public.contact_messages from public, anon, authenticated, service_role;

grant insert (id, name, email, company, message, inquiry_type) on public.contact_messages to anon;
grant select, insert, update, delete on public.contact_messages to service_role;

create policy "visitors may write to us" on public.contact_messages
  for insert to anon
  with check (status = 'new' and assigned_to is null);
